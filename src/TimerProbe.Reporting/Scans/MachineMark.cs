using System.Collections.Immutable;
using System.Globalization;

namespace TimerProbe.Reporting.Scans;

/// <summary>How each standing is drawn.</summary>
/// <param name="Kind">Its class in pictures and tiles.</param>
/// <param name="Word">What it is called.</param>
/// <param name="Letter">Its class in the table of machines; empty for none.</param>
internal sealed record MachineMark(string Kind, string Word, string Letter = "")
{
    public const int Pitch = 14;

    public static readonly MachineMark Slow = new("slow", "measured slow", "s");
    public static readonly MachineMark ExpectedSlow = new("away", "expected slow", "a");
    public static readonly MachineMark Open = new("open", "to settle", "o");
    public static readonly MachineMark Unaffected = new("fast", "away, not affected", "f");
    public static readonly MachineMark Unknown = new("unknown", "unknown");
    public static readonly MachineMark Home = new("home", "at home");
    public static readonly MachineMark Off = new("off", "off");

    public static ImmutableArray<MachineMark> All { get; } = [Slow, ExpectedSlow, Open, Unaffected, Unknown, Home, Off];

    public static MachineMark For(Standing standing) => All[(int)standing];

    /// <summary>The path of the mark at a column and row of the picture: a diamond, a square, a ring, a dot or a dash.</summary>
    public string Shape(int column, int row)
    {
        var (x, y) = (column * Pitch, row * Pitch);
        return Kind switch
        {
            "slow" => At(x + 7, y, "l7 7l-7 7l-7-7z"),
            "away" or "open" or "fast" => At(x + 1, y + 1, "h12v12h-12z"),
            "unknown" => At(x + 3, y + 7, "a4 4 0 1 0 8 0a4 4 0 1 0-8 0"),
            "home" => At(x + 7, y + 7, "h0"),
            _ => At(x + 3, y + 7, "h8"),
        };
    }

    private static string At(int x, int y, string path) => string.Create(CultureInfo.InvariantCulture, $"M{x} {y}{path}");
}
