using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Tests.Advice;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>Measurements of a SQL Server to bend with <c>with</c>, each workload by the cost of its iterations.</summary>
internal static class SqlMeasurementBuilder
{
    /// <summary>A remote instance of which nothing but the interpreted function is known.</summary>
    public static SqlMeasurement Bare { get; } = new()
    {
        Server = new SqlServerFacts { Name = "DB01", Version = "16.0.4135.4", Engine = SqlEngines.SqlServer, Local = false, ProfilingSessions = [] },
        Workloads = [Ran(SqlWorkload.Primality, 449)],
    };

    public static SqlWorkloadFacts Ran(SqlWorkload name, double nanoseconds, double spread = 0.02) =>
        RanIn(name, nanoseconds * (1 - spread), nanoseconds, nanoseconds * (1 + spread));

    public static SqlWorkloadFacts RanIn(SqlWorkload name, params double[] nanoseconds) =>
        SqlWorkloadFacts.Of(name, argument: null, 1_000_000, [.. nanoseconds.Select(each => each / 1000)]);

    public static SqlMeasurement Local(this SqlMeasurement measured) => measured with { Server = measured.Server with { Local = true } };

    public static SqlMeasurement Profiled(this SqlMeasurement measured) => measured with { Server = measured.Server with { ProfilingSessions = ["Slow queries"] } };

    public static SqlMeasurement With(this SqlMeasurement measured, SqlWorkload name, double nanoseconds, double spread = 0.02) =>
        measured with { Workloads = [.. measured.Workloads.Where(workload => workload.Name != name), Ran(name, nanoseconds, spread)] };

    public static SqlMeasurement Before(this SqlMeasurement measured, bool normal, params SqlWorkloadFacts[] workloads) =>
        measured with { Earlier = new SqlEarlierRun(Guid.Empty, DateTimeOffset.UnixEpoch, normal, workloads) };

    public static SqlMeasurement Calls(this SqlMeasurement measured, double low, double median, double high, int pairs = 8) =>
        measured with { ClockCall = new SqlClockCall(new Duration(median), new Duration(low), new Duration(high), pairs) };

    public static SqlMeasurement Checked(this SqlMeasurement measured, ClockState state, ClockCause cause = ClockCause.Unknown, bool starved = false) =>
        measured.Local() with { Check = Check(state, cause, starved), CheckAfter = Check(state, cause, starved) };

    public static CheckDocument Check(ClockState state, ClockCause cause = ClockCause.Unknown, bool starved = false) => new()
    {
        Id = Guid.Empty,
        Tool = new ToolInfo("0.1.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        Machine = GuestFactsBuilder.WindowsOnVMware.Machine,
        Clocks = GuestFactsBuilder.WindowsOnVMware.Clocks,
        Control = starved ? GuestFactsBuilder.StarvedControl : GuestFactsBuilder.ServedControl,
        Verdict = new Verdict(state, cause, Confidence: null, "a precise-time read costs so much"),
        Findings = [],
        Timing = new CheckTiming(1, 1),
    };
}
