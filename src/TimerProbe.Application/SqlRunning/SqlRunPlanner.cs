namespace TimerProbe.Application.SqlRunning;

/// <summary>Finds by short trials what the workloads cost here, and from that how large a run is and how long all will take.</summary>
internal sealed class SqlRunPlanner(SqlServerSession session, SqlSettings settings, IDialog dialog)
{
    // Before 2016 the server's clock steps by up to 15.6 ms.
    private const double LongEnoughNs = 50e6;
    private const int Growth = 10;
    private const double ControlNs = 40e6;

    // For a workload that is shortened: hundreds of commits on slow storage, which is plenty.
    private const double ShorterSeconds = 10;

    // The loops that a processor which is short meanwhile would make look like a slow clock or slow storage.
    private static readonly SqlWorkload[] Controlled =
    [
        SqlWorkload.Primality, SqlWorkload.StatementCost, SqlWorkload.ClockCalls, SqlWorkload.CommitLoop, SqlWorkload.CommitOneTransaction,
    ];

    private long _controlRows;

    /// <exception cref="SqlServerException">A workload asked for by name cannot be run.</exception>
    /// <exception cref="UseCaseException">A run would take longer than it may.</exception>
    public async Task<IReadOnlyList<SqlRunStep>> PlanAsync(bool local, CancellationToken cancellationToken)
    {
        var steps = new List<SqlRunStep>();
        var argument = settings.Argument;
        await TryControlAsync(cancellationToken);
        foreach (var name in Enum.GetValues<SqlWorkload>().Where(settings.Wants))
        {
            dialog.Progress($"trying {name.ToDocumentName()}");
            var step = name == SqlWorkload.PrimalityClient ? Client(local, argument) : await TryAsync(name, argument, cancellationToken);
            argument ??= step.Argument;
            steps.Add(step);
        }

        return steps;
    }

    private SqlRunStep TooLong(SqlWorkload name, string why)
    {
        const string Remedy = "raise the limit with --timeout, or shorten it with --quick or --argument";
        return settings.Named is null
            ? new SqlRunStep { Name = name, Skipped = Problem.Create(ProblemCode.Refused, $"{why}: {Remedy}"), Failed = true }
            : throw new UseCaseException(ExitCode.Usage, $"{why}: {Remedy}");
    }

    private async Task TryControlAsync(CancellationToken cancellationToken)
    {
        try
        {
            var (cost, _) = await CostAsync(WorkloadSize.From(SqlWorkload.SetControl, argument: null), cancellationToken);
            _controlRows = Math.Clamp((long)(ControlNs / Math.Max(cost, 1)), 1, WorkloadPlan.MaxRows);
        }
        catch (SqlServerException ex) when (IsOwnFailure(ex.Kind))
        {
            // Then the others go without one beside them, and its own step says why.
        }
    }

    private static SqlRunStep Client(bool local, long? argument) => local
        ? new SqlRunStep { Name = SqlWorkload.PrimalityClient, Argument = argument ?? WorkloadPlan.FieldArgument }
        : new SqlRunStep
        {
            Name = SqlWorkload.PrimalityClient,
            Skipped = Problem.Create(
                ProblemCode.NotApplicable, "the instance runs on another machine, and this one's processor says nothing about it")
        };

    private async Task<SqlRunStep> TryAsync(SqlWorkload name, long? argument, CancellationToken cancellationToken)
    {
        var size = WorkloadSize.From(name, argument);
        try
        {
            var (cost, skipped) = await CostAsync(size, cancellationToken);
            return skipped is null ? Step(size, argument, cost) : new SqlRunStep { Name = name, Skipped = skipped };
        }
        catch (SqlServerException ex) when (settings.Named is null && IsOwnFailure(ex.Kind))
        {
            return new SqlRunStep { Name = name, Skipped = ex.Problem, Failed = true };
        }
    }

    private async Task<(double NsPerIteration, Problem? Skipped)> CostAsync(WorkloadSize size, CancellationToken cancellationToken)
    {
        for (var trial = Math.Min(size.Trial, size.Full); ; trial = Math.Min(trial * Growth, size.Full))
        {
            var plan = settings.Plan(size.Workload) with { Repeat = 1 };
            var result = await session.RunAsync(size.Sized(plan, trial), cancellationToken);
            if (result.Skipped is { } reason)
            {
                return (0, SqlWorkloads.NotApplicable(reason));
            }

            var took = result.Runs[0].Server.Nanoseconds;
            if (took >= LongEnoughNs || trial == size.Full)
            {
                return (Math.Max(took, 0) / trial, null);
            }
        }
    }

    private SqlRunStep Step(WorkloadSize size, long? argument, double cost)
    {
        // A number that was chosen before is the same for all that test it, however fast they are.
        var iterations = settings.Quick && !(size.TestsNumber && argument is not null) ? size.Quick(cost) : size.Full;
        var plan = settings.Plan(size.Workload);
        plan = size.TestsNumber && argument is { } number ? plan with { Argument = number } : size.Sized(plan, iterations);
        if (size.HasTwin)
        {
            plan = plan with { Repeat = Math.Max(plan.Repeat, LoopPair.MinPairs) };
        }

        plan = Controlled.Contains(size.Workload) ? plan with { ControlRows = _controlRows } : plan;
        var seconds = cost * iterations / 1e9;
        if (seconds > plan.Timeout.TotalSeconds)
        {
            var tooLong = string.Create(
                CultureInfo.InvariantCulture, $"a run of {size.Workload.ToDocumentName()} would take about {seconds:0} s, longer than allowed");
            var shorter = (long)(Math.Min(ShorterSeconds, plan.Timeout.TotalSeconds / 2) * 1e9 / cost);
            if (size.TestsNumber || shorter == 0)
            {
                return TooLong(size.Workload, tooLong);
            }

            dialog.ReportProblem(string.Create(
                CultureInfo.InvariantCulture, $"{tooLong}: it is made {shorter:#,0} long instead of {iterations:#,0}"));
            plan = plan with { Count = shorter };
            seconds = cost * shorter / 1e9;
        }

        var runs = (plan.Repeat + 1) * (size.HasTwin ? 2 : 1);
        var controls = plan.ControlRows > 0 ? (plan.Repeat + 2) * ControlNs / 1e9 : 0;
        return new SqlRunStep
        {
            Name = size.Workload,
            Plan = plan,
            Argument = size.TestsNumber ? plan.Argument : null,
            Seconds = (runs * seconds) + controls,
        };
    }

    private static bool IsOwnFailure(SqlServerErrorKind kind) =>
        kind is SqlServerErrorKind.NoPermission or SqlServerErrorKind.Timeout or SqlServerErrorKind.Deadlock or SqlServerErrorKind.Refused;
}
