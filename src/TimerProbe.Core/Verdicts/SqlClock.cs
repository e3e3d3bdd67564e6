using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>What there is to say of the clock.</summary>
/// <param name="Checked">This machine's clock as it was measured around the workloads, where the instance runs on it.</param>
/// <param name="Call">What asking for the time costs inside the server.</param>
/// <param name="Slower">The interpreted function against its own earlier figures.</param>
public sealed record SqlClock(SqlReading Checked, SqlReading Call, SqlReading Slower)
{
    /// <summary>Whether anything at all is known.</summary>
    public bool Known => SqlReadings.Gravest(Checked, Call, Slower) != SqlReading.Nothing;

    /// <summary>Reads what was measured. Profiling multiplies clock reads, so only the check counts under it.</summary>
    public static SqlClock Of(SqlMeasurement measured) => new(
        Check(measured),
        measured.Profiled || measured.ClockCall is not { } call || call.Pairs < Statistics.PairedLoops.FewestPairs
            ? SqlReading.Nothing
            : SqlReadings.Read(call.Low.Nanoseconds, call.High.Nanoseconds, SqlLimits.ClockCallNormal.Nanoseconds, SqlLimits.ClockCallSlow.Nanoseconds),
        measured.Profiled ? SqlReading.Nothing : Against(measured));

    /// <summary>Two checks that disagree decide nothing: something changed between them.</summary>
    private static SqlReading Check(SqlMeasurement measured)
    {
        var readings = measured.Checks.Select(Of).Distinct().ToList();
        return readings.Count switch
        {
            0 => SqlReading.Nothing,
            1 => readings[0],
            _ => SqlReading.Unclear,
        };
    }

    /// <summary>
    /// A cause that was found (a trapped counter, a platform timer) holds on a busy machine too, and a slow clock keeps a SQL Server
    /// busy. Slow for no known reason does not: there the processor may have been the reason.
    /// </summary>
    private static SqlReading Of(CheckDocument check) => check.Verdict switch
    {
        { Cause: ClockCause.CpuStarved } => SqlReading.Unclear,
        { State: ClockState.Slow, Cause: ClockCause.Unknown } when check.Control.Starved => SqlReading.Unclear,
        { State: ClockState.Slow } => SqlReading.Slow,
        { State: ClockState.Healthy or ClockState.Check } => SqlReading.Normal,
        _ => SqlReading.Unclear,
    };

    /// <summary>As fast as before is normal only if it was normal before.</summary>
    private static SqlReading Against(SqlMeasurement measured)
    {
        if (measured.AgainstEarlier(SqlWorkload.Primality) is not { } ratio)
        {
            return SqlReading.Nothing;
        }

        var reading = SqlReadings.Read(ratio, SqlLimits.UnchangedFactor, SqlLimits.SlowerThanBefore);
        return reading == SqlReading.Normal && !measured.Earlier!.Normal ? SqlReading.Nothing : reading;
    }
}
