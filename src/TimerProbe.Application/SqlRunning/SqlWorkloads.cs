namespace TimerProbe.Application.SqlRunning;

/// <summary>Runs what was planned, and keeps what was measured when a later workload fails.</summary>
internal sealed class SqlWorkloads(SqlServerSession session, SqlSettings settings, UseCaseContext context)
{
    private static readonly Problem NothingTested = Problem.Create(
        ProblemCode.NoFigure,
        "no odd number was tested: the argument has a factor of 2 or is too small; a prime such as 1000000000000037 takes longest");

    private static readonly Problem ClockWasSet = Problem.Create(ProblemCode.NoFigure, "the server's clock was set during the runs");

    private readonly List<SqlWorkloadFacts> _facts = [];

    public IReadOnlyList<SqlWorkloadFacts> Facts => _facts;

    public SqlStatementCost? StatementCost { get; private set; }

    public SqlClockCall? ClockCall { get; private set; }

    public bool Failed { get; private set; }

    public bool ConnectionLost { get; private set; }

    public static Problem NotApplicable(string reason) => Problem.Create(ProblemCode.NotApplicable, reason);

    /// <exception cref="SqlServerException">A workload asked for by name failed, or the server was lost before any measurement.</exception>
    public async Task<SqlWorkloads> RunAsync(IReadOnlyList<SqlRunStep> steps, CancellationToken cancellationToken)
    {
        foreach (var step in steps)
        {
            Failed |= step.Failed;
            _facts.Add(step.Skipped is { } reason ? SqlWorkloadFacts.NotRun(step.Name, reason) : await RunAsync(step, cancellationToken));
        }

        foreach (var swept in session.Swept)
        {
            context.Dialog.ReportProblem($"an earlier run left {swept} behind: dropping it");
        }

        return this;
    }

    private async Task<SqlWorkloadFacts> RunAsync(SqlRunStep step, CancellationToken cancellationToken)
    {
        if (step.Plan is not { } plan)
        {
            return await RunHereAsync(step.Argument!.Value, cancellationToken);
        }

        if (ConnectionLost)
        {
            return SqlWorkloadFacts.NotRun(step.Name, Problem.Create(ProblemCode.ConnectionLost, "the connection was lost before"));
        }

        context.Dialog.Progress($"running {step.Name.ToDocumentName()}");
        try
        {
            var result = await session.RunAsync(plan, cancellationToken);
            StatementCost ??= GetStatementCost(result);
            ClockCall ??= GetClockCall(result);
            return GetFacts(step, result);
        }
        catch (SqlServerException ex) when (ex.Kind == SqlServerErrorKind.LeftBehind && cancellationToken.IsCancellationRequested)
        {
            context.Dialog.ReportProblem(ex.Message);
            throw new OperationCanceledException(cancellationToken);
        }
        catch (SqlServerException ex) when (settings.Named is null)
        {
            return NotRun(step.Name, ex);
        }
    }

    private async Task<SqlWorkloadFacts> RunHereAsync(long number, CancellationToken cancellationToken)
    {
        context.Dialog.Progress("dividing on this machine");
        var runs = await Task.Run(() => PrimalityWork.Run(number, settings.Repeat, context.Time, cancellationToken), cancellationToken);
        return FactsOfClient(number, runs);
    }

    private SqlWorkloadFacts NotRun(SqlWorkload name, SqlServerException failed)
    {
        var cause = failed;
        if (failed.Kind == SqlServerErrorKind.LeftBehind)
        {
            context.Dialog.ReportProblem(failed.Message);
            cause = failed.InnerException as SqlServerException ?? failed;
        }

        Failed = true;
        ConnectionLost = IsLost(cause.Kind);
        if (ConnectionLost && !_facts.Exists(workload => workload.Seconds is not null))
        {
            throw cause;
        }

        if (ConnectionLost)
        {
            context.Dialog.ReportProblem($"the server was lost during {name.ToDocumentName()}, and what comes after it is not run: {cause.Message}");
        }

        return SqlWorkloadFacts.NotRun(name, cause.Problem);
    }

    private static bool IsLost(SqlServerErrorKind kind) =>
        kind is SqlServerErrorKind.ConnectionLost
            or SqlServerErrorKind.Unreachable
            or SqlServerErrorKind.UnknownHost
            or SqlServerErrorKind.LoginRefused;

    private static SqlWorkloadFacts GetFacts(SqlRunStep step, WorkloadResult result)
    {
        if (result.Skipped is { } reason)
        {
            return SqlWorkloadFacts.NotRun(step.Name, NotApplicable(reason));
        }

        var seconds = result.Runs.Where(run => !run.ClockWasSet).Select(run => Seconds(run.Server)).ToList();
        return result.Iterations == 0 ? SqlWorkloadFacts.NotRun(step.Name, NothingTested)
            : seconds.Count < SqlWorkloadFacts.MinRuns ? SqlWorkloadFacts.NotRun(step.Name, ClockWasSet)
            : SqlWorkloadFacts.From(step.Name, step.Argument, result.Iterations, seconds) with
            {
                Inlineable = result.Inlineable,
                ControlNs = Controls(result, step.Plan!.ControlRows),
                LogWriteNs = result.LogWrite,
            };
    }

    private static SqlWorkloadFacts FactsOfClient(long number, IReadOnlyList<Duration> runs)
    {
        var iterations = PrimalityWork.Iterations(number, PrimalityWork.MinFactor(number));
        return iterations == 0
            ? SqlWorkloadFacts.NotRun(SqlWorkload.PrimalityClient, NothingTested)
            : SqlWorkloadFacts.From(SqlWorkload.PrimalityClient, number, iterations, [.. runs.Select(Seconds)]);
    }

    private static SqlClockCall? GetClockCall(WorkloadResult result) =>
        result.Workload == SqlWorkload.ClockCalls ? LoopPair.GetCallCost(Pairs(result)) : null;

    private static SqlStatementCost? GetStatementCost(WorkloadResult result) =>
        result.Workload == SqlWorkload.StatementCost ? LoopPair.GetStatementCost(Pairs(result)) : null;

    private static IReadOnlyList<LoopPair> Pairs(WorkloadResult result) =>
    [
        .. result.Runs.Zip(result.TwinRuns)
            .Where(pair => !pair.First.ClockWasSet && !pair.Second.ClockWasSet)
            .Select(pair => new LoopPair(pair.First.Server, pair.Second.Server, result.Iterations)),
    ];

    private static List<Duration>? Controls(WorkloadResult result, long rows) => result.Controls.Count == 0 ? null
        : [.. result.Controls.Where(run => !run.ClockWasSet).Select(run => new Duration(run.Server.Nanoseconds / rows))];

    private static double Seconds(Duration time) => Math.Round(time.Nanoseconds / 1e9, 7);
}
