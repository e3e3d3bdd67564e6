namespace TimerProbe.Core.Verdicts;

/// <summary>The limits of the verdict about SQL Server, in one place; docs/measuring.md has their reasons.</summary>
public static class SqlLimits
{
    /// <summary>
    /// A statement below this is normal: expected, twice the least that one costs with a fast clock (100 ns), so that no clock that
    /// makes a statement twice as slow passes for fast.
    /// </summary>
    public static readonly Duration StatementNormal = new(200);

    /// <summary>A statement below this is ordinary where the clock itself was measured fast: expected are 100 to 250 ns.</summary>
    public static readonly Duration StatementOrdinary = new(300);

    public static readonly Duration StatementSlow = Duration.FromMicroseconds(1);

    /// <summary>How many rows of the set-based control a statement costs with a slow clock: expected; with a fast one 1 to 6.</summary>
    public const double StatementOverRow = 10;

    /// <summary>The same of an iteration of the interpreted function, three statements: expected; with a fast clock 2 to 20.</summary>
    public const double InterpretedOverRow = 25;

    /// <summary>A sign that is beyond its limit by so much decides though another is unclear.</summary>
    public const double FarBeyond = 2;

    public const double ClockCallOverRow = 5;

    /// <summary>A clock that steps by less is not the coarse one, whose steps are 0.5 ms and more.</summary>
    public static readonly Duration FineStep = Duration.FromMicroseconds(100);

    public static readonly Duration ClockCallNormal = VerdictTable.CheckLimit;

    public static readonly Duration ClockCallSlow = VerdictTable.SuspiciousLimit;

    public const double SlowerThanBefore = 2.5;

    public const double UnchangedFactor = 1.5;

    /// <summary>
    /// A tested divisor without clock reads below this is normal: one 64-bit division takes 103 cycles at most on Intel's and AMD's
    /// server processors since 2013 (A. Fog, Instruction tables), 52 ns at 2 GHz, and little besides.
    /// </summary>
    public static readonly Duration DivisionNormal = new(60);

    public static readonly Duration DivisionSlow = new(120);

    public static readonly Duration CommitNormal = Duration.FromMilliseconds(5);

    /// <summary>A commit from this on is slow: a log write takes as long that Microsoft calls 10 to 15 ms slow for a disk.</summary>
    public static readonly Duration CommitSlow = Duration.FromMilliseconds(10);

    public const double WriteOfCommit = 0.5;

    public static readonly Duration RowNormal = Duration.FromMilliseconds(1);

    internal static SqlReading Read(double low, double high, double normalBelow, double slowFrom) =>
        low >= slowFrom ? SqlReading.Slow
        : high < normalBelow ? SqlReading.Normal
        : SqlReading.Unclear;

    internal static SqlReading Read(RatioInterval ratio, double normalBelow, double slowFrom) =>
        Read(ratio.Low, ratio.High, normalBelow, slowFrom);

    internal static SqlReading Read(MedianInterval cost, Duration normalBelow, Duration slowFrom) =>
        Read(cost.Low.Nanoseconds, cost.High.Nanoseconds, normalBelow.Nanoseconds, slowFrom.Nanoseconds);

    internal static SqlReading MostSevere(params IEnumerable<SqlReading> readings) => readings.DefaultIfEmpty(SqlReading.NoData).Max();
}
