using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>Figures about a SQL Server as evidence.</summary>
internal static class SqlShown
{
    public const string SysInfo = "sys.dm_os_sys_info";

    private const string Inside = "measured in the server";

    /// <summary>The cost of one iteration of a workload.</summary>
    public static Evidence? Cost(SqlFacts facts, SqlWorkload workload) => Shown.Number(
        NameOf(workload), facts.Measured.Workload(workload)?.NsPerIteration?.Nanoseconds, "ns", workload == SqlWorkload.PrimalityClient ? Shown.MeasuredHere : Inside);

    /// <summary>A workload against its earlier figures.</summary>
    public static Evidence? AgainstEarlier(SqlFacts facts, SqlWorkload workload) =>
        Shown.Number($"{NameOf(workload)}, times the earlier run", facts.Measured.AgainstEarlier(workload)?.Median, unit: null, Shown.Calculated);

    public static Evidence? ClockCall(SqlFacts facts) => Shown.Number("Asking for the time in T-SQL", facts.Measured.ClockCall?.Median.Nanoseconds, "ns", Inside);

    public static Evidence? Earlier(SqlFacts facts) => Shown.Time("Earlier run", facts.Measured.Earlier?.StartedAt, "its document");

    public static IEnumerable<Evidence?> Checks(SqlFacts facts) =>
        facts.Measured.Checks.Select(check => Shown.Text("Clock of this machine", check.Verdict.Because, Shown.MeasuredHere)).Distinct();

    private static string NameOf(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality => "Interpreted function, an iteration",
        SqlWorkload.PrimalityNative => "Natively compiled, an iteration",
        SqlWorkload.PrimalityClient => "This program, an iteration",
        SqlWorkload.SetControl => "Set-based control, a row",
        SqlWorkload.CommitLoop => "Row with a commit of its own",
        SqlWorkload.CommitOneTransaction => "Row in one transaction",
        SqlWorkload.ClockCalls => "Loop with clock calls, a pass",
        _ => throw new ArgumentOutOfRangeException(nameof(workload), workload, message: null),
    };
}
