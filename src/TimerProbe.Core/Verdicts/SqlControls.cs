using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>What the work says that reads no clock: whether the processor serves as it should.</summary>
/// <param name="Starved">Whether a check on this machine found its process starved.</param>
/// <param name="Client">The divisors tested by this program, where it runs on the server's machine, against what a division may cost.</param>
/// <param name="Native">The divisors tested by a natively compiled function, against the same.</param>
/// <param name="AgainstEarlier">All controls against their own earlier figures.</param>
public sealed record SqlControls(SqlReading Starved, SqlReading Client, SqlReading Native, SqlReading AgainstEarlier)
{
    private static readonly SqlWorkload[] OfServer = [SqlWorkload.SetControl, SqlWorkload.PrimalityNative];

    /// <summary>All together: one slow control is enough.</summary>
    public SqlReading All => SqlReadings.Gravest(Starved, Work);

    /// <summary>Those that did work, without what the checks say of their own process.</summary>
    public SqlReading Work => SqlReadings.Gravest(Client, Native, AgainstEarlier);

    /// <summary>Reads the controls.</summary>
    public static SqlControls Of(SqlMeasurement measured) => new(
        SqlReadings.Gravest(measured.Checks.Select(check => check.Control.Starved || check.Verdict.Cause == ClockCause.CpuStarved ? SqlReading.Slow : SqlReading.Normal)),
        measured.Server.Local ? Division(measured, SqlWorkload.PrimalityClient) : SqlReading.Nothing,
        measured.Profiled ? SqlReading.Nothing : Division(measured, SqlWorkload.PrimalityNative),
        SqlReadings.Gravest(Comparable(measured).Select(control => Compared(measured, control))));

    private static IEnumerable<SqlWorkload> Comparable(SqlMeasurement measured) =>
        (measured.Profiled ? [] : OfServer).Concat(measured.Server.Local ? [SqlWorkload.PrimalityClient] : []);

    private static SqlReading Division(SqlMeasurement measured, SqlWorkload control) => measured.Cost(control) is { } cost
        ? SqlReadings.Read(cost.Low.Nanoseconds, cost.High.Nanoseconds, SqlLimits.DivisionNormal.Nanoseconds, SqlLimits.DivisionSlow.Nanoseconds)
        : SqlReading.Nothing;

    private static SqlReading Compared(SqlMeasurement measured, SqlWorkload control) => measured.AgainstEarlier(control) is { } ratio
        ? SqlReadings.Read(ratio, SqlLimits.UnchangedFactor, SqlLimits.UnchangedFactor)
        : SqlReading.Nothing;
}
