namespace TimerProbe.Core.Advice;

internal static class SqlEvidence
{
    public const string SysInfo = "sys.dm_os_sys_info";

    private const string Inside = "measured in the server";

    public static Evidence? Cost(SqlFacts facts, SqlWorkload workload) => EvidenceFactory.Number(
        GetName(workload),
        facts.Measured.Workload(workload)?.NsPerIteration?.Nanoseconds,
        "ns",
        workload == SqlWorkload.PrimalityClient ? EvidenceFactory.MeasuredHere : Inside);

    public static Evidence? AgainstEarlier(SqlFacts facts, SqlWorkload workload) => EvidenceFactory.Number(
        $"{GetName(workload)} compared with the earlier run",
        facts.Measured.AgainstEarlier(workload)?.Median,
        "times",
        EvidenceFactory.Calculated);

    public static Evidence? StatementCost(SqlFacts facts) =>
        EvidenceFactory.Number("One more T-SQL statement", Price(facts.Measured.StatementCost?.Median), "ns", Inside);

    public static Evidence? StatementAgainstEarlier(SqlFacts facts) => EvidenceFactory.Number(
        "One more T-SQL statement compared with the earlier run",
        facts.Measured.PriceAgainstEarlier()?.Median,
        "times",
        EvidenceFactory.Calculated);

    public static Evidence? ClockStep(SqlFacts facts) =>
        EvidenceFactory.Number("Smallest time step in T-SQL", facts.Server.ClockStepNs?.Nanoseconds / 1000, "us", Inside);

    public static Evidence? ClockCall(SqlFacts facts) =>
        EvidenceFactory.Number("Asking for the time in T-SQL", Price(facts.Measured.ClockCall?.Median), "ns", Inside);

    public static Evidence? Earlier(SqlFacts facts) =>
        EvidenceFactory.Time("Earlier run", facts.Measured.Earlier?.StartedAt, "its document");

    public static IEnumerable<Evidence?> Checks(SqlFacts facts) =>
        facts.Measured.Checks.Select(check =>
            EvidenceFactory.Text("Clock of this machine", check.Verdict.Because, EvidenceFactory.MeasuredHere)).Distinct();

    /// <summary>The machine's clock, RDTSC and control, and what else the check's own finding rests on.</summary>
    public static IEnumerable<Evidence?> CheckedCause(SqlFacts facts)
    {
        if (SqlClock.SlowCheck(facts.Measured) is not { } check)
        {
            return [];
        }

        var guest = new GuestFacts { Machine = check.Machine, Clocks = check.Clocks, Control = check.Control, Verdict = check.Verdict };
        return new[]
        {
            facts.CheckedCause is { } cause
                ? EvidenceFactory.Text("Cause that the check found", $"{cause.Rule}: {cause.Title}", $"timerprobe rules explain {cause.Rule}")
                : null,
            EvidenceFactory.Cost(guest, ClockSource.PreciseTime),
            EvidenceFactory.Cost(guest, ClockSource.TimestampCounter),
            EvidenceFactory.Measured("CPU control", check.Control.MedianNs.Nanoseconds, "ns"),
        }.Concat(facts.CheckedCause?.Evidence ?? []).DistinctBy(seen => seen?.What);
    }

    // A difference of loops that is not above zero is no price.
    private static double? Price(Duration? cost) => cost is { Nanoseconds: > 0 and var price } ? price : null;

    private static string GetName(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality => "Interpreted function",
        SqlWorkload.PrimalityNative => "Natively compiled function",
        SqlWorkload.PrimalityClient => "The same in this program",
        SqlWorkload.SetControl => "Set-based control",
        SqlWorkload.StatementCost => "Eight statements per iteration",
        SqlWorkload.CommitLoop => "Row committed individually",
        SqlWorkload.CommitOneTransaction => "Row in one transaction",
        SqlWorkload.ClockCalls => "Loop with clock calls",
        _ => throw new ArgumentOutOfRangeException(nameof(workload), workload, message: null),
    };
}
