using TimerProbe.Core.Statistics;

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
    public static SqlReading Read(double low, double high, double normalBelow, double slowFrom) => (low, high) switch
    {
        _ when low >= slowFrom => SqlReading.Slow,
        _ when high < normalBelow => SqlReading.Normal,
        _ => SqlReading.Unclear,
    };

    /// <inheritdoc cref="Read(double, double, double, double)"/>
    public static SqlReading Read(RatioInterval ratio, double normalBelow, double slowFrom) =>
        Read(ratio.Low, ratio.High, normalBelow, slowFrom);

    /// <summary>The most severe of several, so that one slow control is enough.</summary>
    public static SqlReading Gravest(params IEnumerable<SqlReading> readings) => readings.DefaultIfEmpty(SqlReading.Nothing).Max();
}
