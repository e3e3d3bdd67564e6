namespace TimerProbe.Core.Verdicts;

/// <summary>What one figure says, compared with its reference.</summary>
public enum SqlReading
{
    /// <summary>Nothing: there is no figure, or nothing to hold it against.</summary>
    Nothing,

    /// <summary>All of its interval is as it should be.</summary>
    Normal,

    /// <summary>Its interval does not lie on one side.</summary>
    Unclear,

    /// <summary>All of its interval is slow.</summary>
    Slow,
}

/// <summary>Holds intervals against limits, and joins what several figures say.</summary>
internal static class SqlReadings
{
    /// <summary>Normal when all of the interval lies below one limit, slow when all of it lies at or above the other.</summary>
    public static SqlReading Read(double low, double high, double normalBelow, double slowFrom) =>
        low >= slowFrom ? SqlReading.Slow
        : high < normalBelow ? SqlReading.Normal
        : SqlReading.Unclear;

    public static SqlReading Read(RatioInterval ratio, double normalBelow, double slowFrom) =>
        Read(ratio.Low, ratio.High, normalBelow, slowFrom);

    public static SqlReading Read(MedianInterval cost, Duration normalBelow, Duration slowFrom) =>
        Read(cost.Low.Nanoseconds, cost.High.Nanoseconds, normalBelow.Nanoseconds, slowFrom.Nanoseconds);

    /// <summary>The most severe of several, so that one slow control is enough.</summary>
    public static SqlReading Gravest(params IEnumerable<SqlReading> readings) => readings.DefaultIfEmpty(SqlReading.Nothing).Max();
}

/// <summary>
/// What the server's own work says that reads no clock: whether the processor serves it as it should. What this program does beside it
/// says nothing of the server: it may have lost its processors while the server did not.
/// </summary>
/// <param name="Native">The divisors tested by a natively compiled function, against what a division may cost.</param>
/// <param name="AgainstEarlier">The controls against their own earlier figures.</param>
internal sealed record SqlControls(SqlReading Native, SqlReading AgainstEarlier)
{
    private static readonly SqlWorkload[] OfServer = [SqlWorkload.SetControl, SqlWorkload.PrimalityNative];

    /// <summary>Both together: one slow control is enough.</summary>
    public SqlReading Work => SqlReadings.Gravest(Native, AgainstEarlier);

    public static SqlControls From(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return new(SqlReading.Nothing, SqlReading.Nothing);
        }

        // A short run is soon uneven: beside a workload it counts where it is slow.
        var native = measured.IsSqlServer ? Division(measured, SqlWorkload.PrimalityNative) : SqlReading.Nothing;
        var beside = measured.Workloads.Select(workload => Read(measured.ControlAgainstEarlier(workload.Name)))
            .Where(reading => reading == SqlReading.Slow);
        return new(native, SqlReadings.Gravest([.. OfServer.Select(control => Read(measured.AgainstEarlier(control))), .. beside]));
    }

    /// <summary>
    /// The most that a control beside a workload may have grown since the earlier run, over all controls; null without one. An uneven
    /// one is in it with the end that explains most.
    /// </summary>
    public static double? Grew(SqlMeasurement measured, SqlWorkload beside) =>
        OfServer.Select(measured.AgainstEarlier).Append(measured.ControlAgainstEarlier(beside)).Max(ratio => ratio?.High);

    /// <summary>
    /// Whether a workload grew since the earlier run by so much more than every control that a slow clock is in it, however short
    /// the processor is.
    /// </summary>
    public static bool IsBeyond(SqlMeasurement measured, SqlWorkload workload, RatioInterval? slower) =>
        slower is { } ratio && Grew(measured, workload) is { } grew && ratio.Low / Math.Max(1, grew) >= SqlLimits.SlowerThanBefore;

    /// <summary>Whether this program got its processors beside the workloads, in one check at least.</summary>
    public static bool ProgramWasServed(SqlMeasurement measured) => DividesWell(measured)
        && (!measured.Checks.Any() || measured.Checks.Any(SqlClock.WasServed));

    /// <summary>Whether this program's own divisions say nothing against the processors it got on the server's machine.</summary>
    internal static bool DividesWell(SqlMeasurement measured) =>
        !measured.Server.Local || Division(measured, SqlWorkload.PrimalityClient) is SqlReading.Nothing or SqlReading.Normal;

    private static SqlReading Division(SqlMeasurement measured, SqlWorkload control) => measured.Cost(control) is { } cost
        ? SqlReadings.Read(cost, SqlLimits.DivisionNormal, SqlLimits.DivisionSlow)
        : SqlReading.Nothing;

    /// <summary>
    /// The controls where commits are to be laid to storage: those beside the commits also against this run's own, since a processor
    /// that was short only then makes each commit wait. Half of these may be uneven.
    /// </summary>
    internal static SqlReading AroundCommits(SqlMeasurement measured)
    {
        var row = measured.Cost(SqlWorkload.SetControl);
        var beside = new[] { SqlWorkload.CommitLoop, SqlWorkload.CommitOneTransaction }
            .Select(loop => row is { } own ? measured.Workload(loop)?.Control()?.Over(own) : null)
            .Select(ratio => Read(ratio is { } grew ? grew with { High = grew.Median } : null)).ToList();
        var work = From(measured).Work;
        return work == SqlReading.Nothing && SqlReadings.Gravest(beside) != SqlReading.Slow ? work : SqlReadings.Gravest([work, .. beside]);
    }

    private static SqlReading Read(RatioInterval? ratio) => ratio is { } grew
        ? SqlReadings.Read(grew, SqlLimits.UnchangedFactor, SqlLimits.UnchangedFactor)
        : SqlReading.Nothing;
}

/// <summary>What a statement's price says: a slow clock is read for each, so it shows there and not in the controls.</summary>
public static class SqlStatementPrice
{
    /// <summary>
    /// The price with its interval. Null where it says nothing: with few pairs, where eight statements did not cost more than one, or
    /// where the pairs that ran first and last disagree.
    /// </summary>
    public static MedianInterval? Of(SqlStatementCost? cost) =>
        cost is not null && cost.Pairs >= PairedLoops.FewestPairs && cost.Low.Nanoseconds > 0 && Repeats(cost)
            ? new MedianInterval(cost.Median, cost.Low, cost.High)
            : null;

    /// <summary>
    /// Against what is expected, on SQL Server itself. A high price is the clock's only where the set-based control of the same run is
    /// many times cheaper: on a processor that does not serve both are slow. Where this machine's clock was measured fast, a price only has
    /// to be ordinary.
    /// </summary>
    internal static SqlReading Read(SqlMeasurement measured, bool clockIsFast)
    {
        if (measured.Recorded || !measured.IsSqlServer || Of(measured.StatementCost) is not { } price)
        {
            return !measured.Recorded && measured.IsSqlServer && Changed(measured.StatementCost) ? SqlReading.Unclear : SqlReading.Nothing;
        }

        var normal = clockIsFast ? SqlLimits.StatementOrdinary : SqlLimits.StatementNormal;
        var reading = SqlReadings.Read(price, normal, SqlLimits.StatementSlow);
        var isDear = measured.ManyTimesTheControl(SqlWorkload.StatementCost, price, SqlLimits.StatementOverRow);
        return reading == SqlReading.Slow && !isDear ? SqlReading.Unclear : reading;
    }

    /// <summary>Against the earlier run, on SQL Server alone: elsewhere eight assignments in a statement may cost more.</summary>
    public static RatioInterval? AgainstEarlier(SqlMeasurement measured) =>
        measured.IsSqlServer && Of(measured.StatementCost) is { } now && Of(measured.Earlier?.StatementCostNs) is { } before
            ? now.Over(before)
            : null;

    /// <summary>Whether there are pairs enough for a price, and it reaches from nothing to a slow one, or the last have another.</summary>
    public static bool Changed(SqlStatementCost? cost) => cost is not null && cost.Pairs >= PairedLoops.FewestPairs && Of(cost) is null
        && (cost.Low.Nanoseconds > 0 || cost.High >= SqlLimits.StatementSlow);

    private static bool Repeats(SqlStatementCost cost) => cost.FirstHalf.Nanoseconds > 0 && cost.SecondHalf.Nanoseconds > 0
        && Math.Max(cost.FirstHalf / cost.SecondHalf, cost.SecondHalf / cost.FirstHalf) < SqlLimits.UnchangedFactor;
}

/// <summary>What committing says of storage.</summary>
/// <param name="Reading">Slow when commits are expensive, the same rows in one transaction are not, and nothing else can be why.</param>
/// <param name="Commit">What a commit costs; null when either loop did not run.</param>
/// <param name="Write">How long a write of the log took meanwhile, where that explains a commit; else null.</param>
public sealed record SqlStorage(SqlReading Reading, MedianInterval? Commit, Duration? Write)
{
    /// <summary>A row of the loop is inserted and deleted, each a transaction.</summary>
    public const int CommitsOfRow = 2;

    /// <summary>Reads the two loops, and what the server says of its log meanwhile.</summary>
    public static SqlStorage From(SqlMeasurement measured)
    {
        if (measured.Cost(SqlWorkload.CommitLoop) is not { } loop || measured.Cost(SqlWorkload.CommitOneTransaction) is not { } one)
        {
            return new SqlStorage(SqlReading.Nothing, Commit: null, Write: null);
        }

        var commit = new MedianInterval(Of(loop.Median, one.Median), Of(loop.Low, one.High), Of(loop.High, one.Low));
        var expensive = SqlReadings.Read(commit, SqlLimits.CommitNormal, SqlLimits.CommitSlow);
        var write = measured.Workload(SqlWorkload.CommitLoop)!.LogWriteNs is { } took && took / commit.Median >= SqlLimits.WriteOfCommit
            ? took
            : (Duration?)null;
        var isStorage = one.High < SqlLimits.RowNormal && SqlControls.AroundCommits(measured) switch
        {
            SqlReading.Slow => false,
            SqlReading.Normal => true,
            _ => write is not null,
        };
        return new SqlStorage(expensive == SqlReading.Slow && !isStorage ? SqlReading.Unclear : expensive, commit, write);
    }

    private static Duration Of(Duration loop, Duration one) => new((loop.Nanoseconds - one.Nanoseconds) / CommitsOfRow);
}

/// <summary>Estimates what a call or a statement costs from loops that differ in that only.</summary>
public static class PairedLoops
{
    /// <summary>Fewer pairs have no interval at <see cref="SqlWorkloadFacts.Misrate"/>.</summary>
    public static readonly int FewestPairs = OrderStatistics.SmallestSample(SqlWorkloadFacts.Misrate);

    /// <summary>
    /// The difference of each pair per pass, their median and its interval. The loops of a pair run one after the other, so that what
    /// disturbs the server disturbs both, and a pair that was disturbed counts once.
    /// </summary>
    /// <returns>Null without pairs, and when a loop took no time at all, as on servers that report none.</returns>
    public static SqlClockCall? Difference(IReadOnlyList<LoopPair> pairs)
    {
        if (!AreConclusive(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, 1);
        return new SqlClockCall(interval.Median, interval.Low, interval.High, pairs.Count);
    }

    /// <summary>What a statement costs, of pairs in the order in which they ran: the one loop makes seven statements a pass more.</summary>
    public static SqlStatementCost? Statement(IReadOnlyList<LoopPair> pairs)
    {
        if (!AreConclusive(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, SqlStatementCost.StatementsMore);
        Duration Half(IEnumerable<LoopPair> half) => Interval([.. half], SqlStatementCost.StatementsMore).Median;
        var first = (pairs.Count + 1) / 2;
        return new SqlStatementCost(
            interval.Median, interval.Low, interval.High, pairs.Count, Half(pairs.Take(first)), Half(pairs.TakeLast(first)));
    }

    private static bool AreConclusive(IReadOnlyList<LoopPair> pairs) =>
        pairs.Count > 0 && pairs.All(pair => pair.Passes > 0 && pair.With > Duration.Zero && pair.Without > Duration.Zero);

    private static MedianInterval Interval(IReadOnlyList<LoopPair> pairs, int differing)
    {
        var differences = pairs.Select(pair => (pair.With.Nanoseconds - pair.Without.Nanoseconds) / pair.Passes / differing);
        return OrderStatistics.Median([.. differences.Order()], SqlWorkloadFacts.Misrate);
    }
}

/// <summary>
/// The times of two loops that ran one after the other, with so many passes each: with the call, or more statements, and with a constant in
/// its place, or one statement.
/// </summary>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes);
