using System.Globalization;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Reporting.Scans;

/// <summary>How many times slower a clock read is than usual.</summary>
/// <param name="Low">At least; times what is usual.</param>
/// <param name="High">At most.</param>
/// <param name="IsMeasured">Whether it was measured in guests of this scan, and is not what is expected of any.</param>
public sealed record Slowdown(double Low, double High, bool IsMeasured)
{
    /// <summary>What a trapped read costs beside a native one, before anything is measured: TP201.</summary>
    public static readonly Slowdown Expected = new(10, 100, IsMeasured: false);

    /// <summary><c>10-100x</c>, or <c>about 41x</c>.</summary>
    public override string ToString() => Low.Equals(High) ? $"about {Times(Low)}x" : $"{Times(Low)}-{Times(High)}x";

    /// <summary>That of clocks measured slow; what is expected where no cost is known.</summary>
    internal static Slowdown From(IEnumerable<Duration?> slow)
    {
        var times = slow.OfType<Duration>().Select(cost => Rounded(cost / VerdictTable.HealthyCost)).ToList();
        return times.Count == 0 ? Expected : new Slowdown(times.Min(), times.Max(), IsMeasured: true);
    }

    /// <summary>That of several scans: of those that measured, if any did.</summary>
    internal static Slowdown Together(IEnumerable<Slowdown> scans)
    {
        var measured = scans.Where(scan => scan.IsMeasured).ToList();
        return measured.Count == 0 ? Expected : new Slowdown(measured.Min(scan => scan.Low), measured.Max(scan => scan.High), IsMeasured: true);
    }

    /// <summary>To two digits: what is usual is known no better.</summary>
    private static double Rounded(double times)
    {
        var unit = Math.Pow(10, Math.Floor(Math.Log10(times)) - 1);
        return Math.Round(times / unit) * unit;
    }

    private static string Times(double times) => times.ToString("#,0", CultureInfo.InvariantCulture);
}
