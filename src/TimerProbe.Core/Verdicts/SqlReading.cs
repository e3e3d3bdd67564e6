using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

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
    public static SqlControls From(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return new(SqlReading.Nothing, SqlReading.Nothing);
        }

        var native = measured.IsSqlServer ? Division(measured, SqlWorkload.PrimalityNative) : SqlReading.Nothing;
        return new(native, SqlReadings.Gravest(OfServer.Select(control => Compared(measured, control))));
    }

    /// <summary>Whether this program got its processors beside the workloads, so that what it measured of the machine counts.</summary>
    public static bool ProgramWasServed(SqlMeasurement measured) =>
        measured.Checks.All(check => !check.Control.Starved && check.Verdict.Cause != ClockCause.CpuStarved)
        && (!measured.Server.Local || Division(measured, SqlWorkload.PrimalityClient) is SqlReading.Nothing or SqlReading.Normal);

    private static SqlReading Division(SqlMeasurement measured, SqlWorkload control) => measured.Cost(control) is { } cost
        ? SqlReadings.Read(cost, SqlLimits.DivisionNormal, SqlLimits.DivisionSlow)
        : SqlReading.Nothing;

    private static SqlReading Compared(SqlMeasurement measured, SqlWorkload control) => measured.AgainstEarlier(control) is { } ratio
        ? SqlReadings.Read(ratio, SqlLimits.UnchangedFactor, SqlLimits.UnchangedFactor)
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
    public static SqlReading Read(SqlMeasurement measured, bool clockIsFast)
    {
        if (measured.Recorded || !measured.IsSqlServer || Of(measured.StatementCost) is not { } price)
        {
            return SqlReading.Nothing;
        }

        var normal = clockIsFast ? SqlLimits.StatementOrdinary : SqlLimits.StatementNormal;
        var reading = SqlReadings.Read(price, normal, SqlLimits.StatementSlow);
        var isDear = measured.ManyTimesTheControl(price, SqlLimits.StatementOverRow);
        return reading == SqlReading.Slow && !isDear ? SqlReading.Unclear : reading;
    }

    /// <summary>Against the earlier run, on SQL Server alone: elsewhere eight assignments in a statement may cost more.</summary>
    public static RatioInterval? AgainstEarlier(SqlMeasurement measured) =>
        measured.IsSqlServer && measured.SameSessionsAsEarlier(SqlWorkload.StatementCost)
            && Of(measured.StatementCost) is { } now && Of(measured.Earlier?.StatementCostNs) is { } before
                ? now.Over(before)
                : null;

    private static bool Repeats(SqlStatementCost cost) => cost.FirstHalf.Nanoseconds > 0 && cost.SecondHalf.Nanoseconds > 0
        && Math.Max(cost.FirstHalf / cost.SecondHalf, cost.SecondHalf / cost.FirstHalf) < SqlLimits.UnchangedFactor;
}

/// <summary>What committing says of storage.</summary>
/// <param name="Reading">Slow when commits are expensive and the same rows in one transaction are not.</param>
/// <param name="Commit">What a row costs more for being committed by itself; null when either loop did not run.</param>
public sealed record SqlStorage(SqlReading Reading, MedianInterval? Commit)
{
    /// <summary>Reads the two loops.</summary>
    public static SqlStorage From(SqlMeasurement measured)
    {
        if (measured.Cost(SqlWorkload.CommitLoop) is not { } loop || measured.Cost(SqlWorkload.CommitOneTransaction) is not { } one)
        {
            return new SqlStorage(SqlReading.Nothing, Commit: null);
        }

        var commit = new MedianInterval(Minus(loop.Median, one.Median), Minus(loop.Low, one.High), Minus(loop.High, one.Low));
        var expensive = SqlReadings.Read(commit, SqlLimits.CommitNormal, SqlLimits.CommitSlow);
        return new SqlStorage(expensive == SqlReading.Slow && one.High >= SqlLimits.RowNormal ? SqlReading.Unclear : expensive, commit);
    }

    private static Duration Minus(Duration one, Duration other) => new(one.Nanoseconds - other.Nanoseconds);
}

/// <summary>Estimates what a call or a statement costs from loops that differ in that only.</summary>
public static class PairedLoops
{
    /// <summary>Fewer pairs have no interval at <see cref="SqlMisrate.OfRuns"/>.</summary>
    public static readonly int FewestPairs = OrderStatistics.SmallestSample(SqlMisrate.OfRuns);

    /// <summary>
    /// The difference of each pair per pass, their median and its interval. The loops of a pair run one after the other, so that what
    /// disturbs the server disturbs both, and a pair that was disturbed counts once.
    /// </summary>
    /// <returns>Null without pairs, and when a loop took no time at all, as on servers that tell none.</returns>
    public static SqlClockCall? Difference(IReadOnlyList<LoopPair> pairs)
    {
        if (!Tell(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, 1);
        return new SqlClockCall(interval.Median, interval.Low, interval.High, pairs.Count);
    }

    /// <summary>What a statement costs, of pairs in the order in which they ran: the one loop makes seven statements a pass more.</summary>
    public static SqlStatementCost? Statement(IReadOnlyList<LoopPair> pairs)
    {
        if (!Tell(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, SqlStatementCost.StatementsMore);
        Duration Half(IEnumerable<LoopPair> half) => Interval([.. half], SqlStatementCost.StatementsMore).Median;
        var first = (pairs.Count + 1) / 2;
        return new SqlStatementCost(
            interval.Median, interval.Low, interval.High, pairs.Count, Half(pairs.Take(first)), Half(pairs.TakeLast(first)));
    }

    private static bool Tell(IReadOnlyList<LoopPair> pairs) =>
        pairs.Count > 0 && pairs.All(pair => pair.Passes > 0 && pair.With > Duration.Zero && pair.Without > Duration.Zero);

    private static MedianInterval Interval(IReadOnlyList<LoopPair> pairs, int differing)
    {
        var differences = pairs.Select(pair => (pair.With.Nanoseconds - pair.Without.Nanoseconds) / pair.Passes / differing);
        return OrderStatistics.Median([.. differences.Order()], SqlMisrate.OfRuns);
    }
}

/// <summary>
/// The times of two loops that ran one after the other, with so many passes each: with the call, or more statements, and with a constant in
/// its place, or one statement.
/// </summary>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes);
