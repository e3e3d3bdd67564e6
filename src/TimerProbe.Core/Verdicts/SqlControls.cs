using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>
/// What the server's own work says that reads no clock: whether the processor serves it as it should. What this program does beside it
/// says nothing of the server: it may have been kept from its processors while the server was not.
/// </summary>
/// <param name="Native">The divisors tested by a natively compiled function, against what a division may cost.</param>
/// <param name="AgainstEarlier">The controls against their own earlier figures.</param>
public sealed record SqlControls(SqlReading Native, SqlReading AgainstEarlier)
{
    private static readonly SqlWorkload[] OfServer = [SqlWorkload.SetControl, SqlWorkload.PrimalityNative];

    /// <summary>Both together: one slow control is enough.</summary>
    public SqlReading Work => SqlReadings.Gravest(Native, AgainstEarlier);

    /// <summary>Reads the controls.</summary>
    public static SqlControls From(SqlMeasurement measured) => measured.Recorded ? new(SqlReading.Nothing, SqlReading.Nothing) : new(
        measured.IsSqlServer ? Division(measured, SqlWorkload.PrimalityNative) : SqlReading.Nothing,
        SqlReadings.Gravest(OfServer.Select(control => Compared(measured, control))));

    /// <summary>Whether this program got its processors beside the workloads, so that what it measured of the machine counts.</summary>
    public static bool ProgramWasServed(SqlMeasurement measured) =>
        measured.Checks.All(check => !check.Control.Starved && check.Verdict.Cause != ClockCause.CpuStarved)
        && (!measured.Server.Local || Division(measured, SqlWorkload.PrimalityClient) is SqlReading.Nothing or SqlReading.Normal);

    private static SqlReading Division(SqlMeasurement measured, SqlWorkload control) => measured.Cost(control) is { } cost
        ? SqlReadings.Read(
            cost.Low.Nanoseconds, cost.High.Nanoseconds, SqlLimits.DivisionNormal.Nanoseconds, SqlLimits.DivisionSlow.Nanoseconds)
        : SqlReading.Nothing;

    private static SqlReading Compared(SqlMeasurement measured, SqlWorkload control) => measured.AgainstEarlier(control) is { } ratio
        ? SqlReadings.Read(ratio, SqlLimits.UnchangedFactor, SqlLimits.UnchangedFactor)
        : SqlReading.Nothing;
}
