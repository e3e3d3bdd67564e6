using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.Core.Verdicts;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Sessions;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>Finds by short trials what the workloads cost on this server, and from that how large a run is and how long all will take.</summary>
internal sealed class SqlRunPlanner(SqlServerSession session, SqlSettings settings, IDialog dialog)
{
    // Before 2016 the server's clock steps by up to 15.6 ms.
    private const double LongEnoughNs = 50e6;
    private const int Growth = 10;

    /// <exception cref="SqlServerException">A workload asked for by name cannot be run.</exception>
    /// <exception cref="UseCaseException">A run would take longer than it may.</exception>
    public async Task<SqlRunPlan> PlanAsync(bool local, CancellationToken cancel)
    {
        var steps = new List<SqlRunStep>();
        var argument = settings.Argument;
        foreach (var name in Enum.GetValues<SqlWorkload>().Where(settings.Wants))
        {
            dialog.Progress($"trying {WorkloadNames.Of(name)}");
            var step = WorkloadNames.OnServer(name) is { } workload ? await TryAsync(name, workload, argument, cancel) : Client(local, argument);
            argument ??= step.Argument;
            steps.Add(step);
        }

        return new SqlRunPlan(steps, settings.Parallel);
    }

    private static SqlRunStep Client(bool local, long? argument) => local
        ? new SqlRunStep { Name = SqlWorkload.PrimalityClient, Argument = argument ?? WorkloadPlan.FieldArgument }
        : new SqlRunStep { Name = SqlWorkload.PrimalityClient, Skipped = Problem.Create(SqlProblem.NotApplicable, $"the instance runs on another machine, and this one's processor says nothing about it") };

    private async Task<SqlRunStep> TryAsync(SqlWorkload name, Workload workload, long? argument, CancellationToken cancel)
    {
        var size = WorkloadSize.From(workload, argument, settings);
        try
        {
            var (cost, skipped) = await CostAsync(size, cancel);
            return skipped is null ? Step(name, size, argument, cost) : new SqlRunStep { Name = name, Skipped = skipped };
        }
        catch (SqlServerException failed) when (settings.Named is null && WorkloadNames.IsOwnFailure(failed.Kind))
        {
            return new SqlRunStep { Name = name, Skipped = failed.Problem, Failed = true };
        }
    }

    private async Task<(double NsPerIteration, Problem? Skipped)> CostAsync(WorkloadSize size, CancellationToken cancel)
    {
        for (var trial = Math.Min(size.Trial, size.Full); ; trial = Math.Min(trial * Growth, size.Full))
        {
            var plan = settings.Plan(size.Workload) with { Repeat = 1 };
            var result = await session.RunAsync(size.Sized(plan, trial), cancel);
            if (result.Skipped is { } reason)
            {
                return (0, WorkloadFigures.NotApplicable(reason));
            }

            var took = result.Runs[0].Server.Nanoseconds;
            if (took >= LongEnoughNs || trial == size.Full)
            {
                return (Math.Max(took, 0) / trial, null);
            }
        }
    }

    private SqlRunStep Step(SqlWorkload name, WorkloadSize size, long? argument, double cost)
    {
        // A number that was chosen before is the same for all that test it, however fast they are.
        var iterations = settings.Quick && !(size.TestsNumber && argument is not null) ? size.Quick(cost) : size.Full;
        var plan = settings.Plan(size.Workload);
        plan = size.TestsNumber && argument is { } number ? plan with { Argument = number } : size.Sized(plan, iterations);
        if (WorkloadNames.HasTwin(name))
        {
            plan = plan with { Repeat = Math.Max(plan.Repeat, PairedLoops.FewestPairs) };
        }

        var seconds = cost * iterations / 1e9;
        if (seconds > plan.Timeout.TotalSeconds)
        {
            throw new UseCaseException(Failure.Usage, string.Create(
                CultureInfo.InvariantCulture,
                $"a run of {WorkloadNames.Of(name)} would take about {seconds:0} s, longer than allowed: raise the limit with --timeout, or shorten it with --quick, --argument or --commits"));
        }

        var runs = (plan.Repeat + 1) * (WorkloadNames.HasTwin(name) ? 2 : 1);
        return new SqlRunStep { Name = name, Plan = plan, Argument = size.TestsNumber ? plan.Argument : null, Seconds = runs * seconds };
    }
}
