namespace TimerProbe.Core.Verdicts;

/// <summary>Judges the processor by the server's own work that reads no clock; what this program does beside it says nothing.</summary>
internal sealed record SqlControls(SqlReading Native, SqlReading AgainstEarlier)
{
    private static readonly SqlWorkload[] OfServer = [SqlWorkload.SetControl, SqlWorkload.PrimalityNative];

    public SqlReading Work => SqlLimits.MostSevere(Native, AgainstEarlier);

    public static SqlControls From(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return new(SqlReading.NoData, SqlReading.NoData);
        }

        // A short run is soon uneven: beside a workload it counts where it is slow.
        var native = measured.IsSqlServer ? Division(measured, SqlWorkload.PrimalityNative) : SqlReading.NoData;
        var beside = measured.Workloads.Select(workload => Read(measured.ControlAgainstEarlier(workload.Name)))
            .Where(reading => reading == SqlReading.Slow);
        return new(native, SqlLimits.MostSevere([.. OfServer.Select(control => Read(measured.AgainstEarlier(control))), .. beside]));
    }

    /// <summary>
    /// The most that a control beside a workload may have grown since the earlier run, over all controls; null without one. An
    /// uneven one is in it with the end that explains most.
    /// </summary>
    public static double? Grew(SqlMeasurement measured, SqlWorkload beside) =>
        OfServer.Select(measured.AgainstEarlier).Append(measured.ControlAgainstEarlier(beside)).Max(ratio => ratio?.High);

    public static bool ExceedsControls(SqlMeasurement measured, SqlWorkload workload, RatioInterval? slower) =>
        slower is { } ratio && Grew(measured, workload) is { } grew && ratio.Low / Math.Max(1, grew) >= SqlLimits.SlowerThanBefore;

    /// <summary>Whether this program got its processors beside the workloads, in one check at least.</summary>
    public static bool ProgramWasServed(SqlMeasurement measured) => DividesWell(measured)
        && (!measured.Checks.Any() || measured.Checks.Any(SqlClock.WasServed));

    internal static bool DividesWell(SqlMeasurement measured) =>
        !measured.Server.Local || Division(measured, SqlWorkload.PrimalityClient) is SqlReading.NoData or SqlReading.Normal;

    private static SqlReading Division(SqlMeasurement measured, SqlWorkload control) => measured.Cost(control) is { } cost
        ? SqlLimits.Read(cost, SqlLimits.DivisionNormal, SqlLimits.DivisionSlow)
        : SqlReading.NoData;

    internal static SqlReading AroundCommits(SqlMeasurement measured)
    {
        var row = measured.Cost(SqlWorkload.SetControl);
        var beside = new[] { SqlWorkload.CommitLoop, SqlWorkload.CommitOneTransaction }
            .Select(loop => row is { } own ? measured.Workload(loop)?.Control()?.Over(own) : null)
            .Select(ratio => Read(ratio is { } grew ? grew with { High = grew.Median } : null)).ToList();
        var work = From(measured).Work;
        return work == SqlReading.NoData
            && SqlLimits.MostSevere(beside) != SqlReading.Slow ? work : SqlLimits.MostSevere([work, .. beside]);
    }

    private static SqlReading Read(RatioInterval? ratio) => ratio is { } grew
        ? SqlLimits.Read(grew, SqlLimits.UnchangedFactor, SqlLimits.UnchangedFactor)
        : SqlReading.NoData;
}
