using System.Collections.Immutable;
using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

internal sealed record MachineMark(string Kind, string Word)
{
    public const int Pitch = 14;

    public static readonly MachineMark Slow = new("slow", "measured slow");
    public static readonly MachineMark Away = new("away", "away");
    public static readonly MachineMark Unknown = new("unknown", "unknown");
    public static readonly MachineMark Home = new("home", "at home");
    public static readonly MachineMark Off = new("off", "off");

    public static ImmutableArray<MachineMark> All { get; } = [Slow, Away, Unknown, Home, Off];

    public static MachineMark For(VirtualMachineFacts machine) => All[(int)MachineRow.StandingOf(machine)];

    /// <summary>
    /// The path of the mark whose place begins at a column and row of the picture: a diamond, a square, a ring, a dot, a dash.
    /// </summary>
    public string Shape(int column, int row)
    {
        var (x, y) = (column * Pitch, row * Pitch);
        return Kind switch
        {
            "slow" => At(x + 7, y, "l7 7l-7 7l-7-7z"),
            "away" => At(x + 1, y + 1, "h12v12h-12z"),
            "unknown" => At(x + 3, y + 7, "a4 4 0 1 0 8 0a4 4 0 1 0-8 0"),
            "home" => At(x + 7, y + 7, "h0"),
            _ => At(x + 3, y + 7, "h8"),
        };
    }

    private static string At(int x, int y, string path) => string.Create(CultureInfo.InvariantCulture, $"M{x} {y}{path}");
}
