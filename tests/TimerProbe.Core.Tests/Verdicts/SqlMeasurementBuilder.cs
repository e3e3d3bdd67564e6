namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>Measurements of a SQL Server to bend with <c>with</c>, each workload by the cost of its iterations.</summary>
internal static class SqlMeasurementBuilder
{
    /// <summary>A remote instance of which nothing but the interpreted function is known.</summary>
    public static SqlMeasurement Bare { get; } = new()
    {
        Server = new SqlServerFacts
        {
            Name = "DB01",
            Version = "16.0.4135.4",
            Engine = SqlServerFacts.SqlServer,
            Local = false,
            ProfilingSessions = [],
            StatementTraces = []
        },
        Workloads = [Ran(SqlWorkload.Primality, 449)],
    };

    public static SqlWorkloadFacts Ran(SqlWorkload name, double nanoseconds, double spread = 0.02) =>
        RanIn(name, nanoseconds * (1 - spread), nanoseconds, nanoseconds * (1 + spread));

    public static SqlWorkloadFacts RanIn(SqlWorkload name, params double[] nanoseconds) =>
        SqlWorkloadFacts.From(name, argument: null, 1_000_000, [.. nanoseconds.Select(nanosecond => nanosecond / 1000)]);

    public static SqlMeasurement Local(this SqlMeasurement measured) => measured with { Server = measured.Server with { Local = true } };

    public static SqlMeasurement Profiled(this SqlMeasurement measured) =>
        measured with { Server = measured.Server with { ProfilingSessions = ["Slow queries"] } };

    public static SqlMeasurement With(this SqlMeasurement measured, SqlWorkload name, double nanoseconds, double spread = 0.02) =>
        measured with { Workloads = [.. measured.Workloads.Where(workload => workload.Name != name), Ran(name, nanoseconds, spread)] };

    /// <summary>A workload beside whose runs a row of the control cost so much.</summary>
    public static SqlMeasurement Beside(this SqlMeasurement measured, SqlWorkload name, params double[] rows) => measured with
    {
        Workloads = [.. measured.Workloads.Select(
            workload => workload.Name == name ? workload with { ControlNs = [.. rows.Select(row => new Duration(row))] } : workload)],
    };

    /// <summary>An interpreted function that costs thirty rows of the control, as with a slow clock.</summary>
    public static SqlMeasurement Interpreted(this SqlMeasurement measured) =>
        measured.With(SqlWorkload.SetControl, 100).With(SqlWorkload.Primality, 3_000);

    /// <summary>Commits of so much, of which a write of the log took a part, beside rows in one transaction.</summary>
    public static SqlMeasurement Commits(this SqlMeasurement measured, double commit, double row = 30e3, double? write = null)
    {
        var loop = Ran(SqlWorkload.CommitLoop, row + (2 * commit), spread: 0.01) with { LogWriteNs = write is { } told ? new Duration(told) : null };
        return measured with { Workloads = [.. measured.Workloads, loop, Ran(SqlWorkload.CommitOneTransaction, row, spread: 0.01)] };
    }

    public static SqlMeasurement Before(this SqlMeasurement measured, bool normal, params SqlWorkloadFacts[] workloads) =>
        measured with { Earlier = new SqlEarlierRun(Guid.Empty, DateTimeOffset.UnixEpoch, normal, workloads) };

    /// <summary>An earlier run in which a statement was priced, besides what it had.</summary>
    public static SqlMeasurement PricedBefore(this SqlMeasurement measured, double median) => measured with
    {
        Workloads = [.. measured.Workloads, Ran(SqlWorkload.StatementCost, 9 * median)],
        Earlier = measured.Earlier! with
        {
            Workloads = [.. measured.Earlier.Workloads, Ran(SqlWorkload.StatementCost, 9 * median)],
            StatementCostNs = Price(median * 0.98, median, median * 1.02),
        },
    };

    public static SqlMeasurement Priced(this SqlMeasurement measured, double low, double median, double high, int pairs = 8) =>
        measured with { StatementCost = Price(low, median, high, pairs) };

    public static SqlStatementCost Price(double low, double median, double high, int pairs = 8) =>
        new(new Duration(median), new Duration(low), new Duration(high), pairs, new Duration(median), new Duration(median));

    /// <summary>A server whose traces may not be looked at.</summary>
    public static SqlMeasurement Unseen(this SqlMeasurement measured) =>
        measured with { Server = measured.Server with { StatementTraces = null } };

    public static SqlMeasurement Another(this SqlMeasurement measured) =>
        measured with { Server = measured.Server with { Engine = "Another Server 9", StatementTraces = null } };

    public static SqlMeasurement Calls(
        this SqlMeasurement measured, double low, double median, double high, int pairs = 8, double step = 100) => measured with
        {
            Server = measured.Server with { ClockStepNs = new Duration(step) },
            ClockCall = new SqlClockCall(new Duration(median), new Duration(low), new Duration(high), pairs),
        };

    public static SqlMeasurement Checked(
        this SqlMeasurement measured, ClockState state, ClockCause cause = ClockCause.Unknown, bool starved = false) =>
        measured.Local() with { Check = Check(state, cause, starved), CheckAfter = Check(state, cause, starved) };

    public static CheckDocument Check(ClockState state, ClockCause cause = ClockCause.Unknown, bool starved = false) => (GuestFactsBuilder.WindowsOnVMware with
    {
        Control = starved ? GuestFactsBuilder.StarvedControl : GuestFactsBuilder.ServedControl,
        Verdict = new Verdict(state, cause, Confidence: null, "a precise-time read costs so much"),
    }).ToDocument(DateTimeOffset.UnixEpoch);
}
