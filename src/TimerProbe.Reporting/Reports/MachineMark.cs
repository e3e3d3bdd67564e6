using System.Collections.Immutable;

namespace TimerProbe.Reporting.Reports;

/// <summary>How each standing is drawn.</summary>
/// <param name="Letter">Its class in the table of machines; empty for none.</param>
internal sealed record MachineMark(string Kind, string Word, string Letter = "")
{
    public const int Pitch = 14;

    public static readonly MachineMark WrongTime = new("wrong", "wrong time", "w");
    public static readonly MachineMark Slow = new("slow", "measured slow", "s");
    public static readonly MachineMark ExpectedSlow = new("away", "expected slow", "a");
    public static readonly MachineMark Open = new("open", "undecided", "o");
    public static readonly MachineMark Unaffected = new("fast", "away, not affected", "f");
    public static readonly MachineMark Unknown = new("unknown", "unknown");
    public static readonly MachineMark Home = new("home", "at home");
    public static readonly MachineMark Off = new("off", "off");

    public static ImmutableArray<MachineMark> All { get; } = [WrongTime, Slow, ExpectedSlow, Open, Unaffected, Unknown, Home, Off];

    public static MachineMark For(Standing standing) => All[(int)standing];

    public string Shape(int column, int row)
    {
        var (x, y) = (column * Pitch, row * Pitch);
        return Kind switch
        {
            "wrong" => At(x + 7, y + 1, "l6 12h-12z"),
            "slow" => At(x + 7, y, "l7 7l-7 7l-7-7z"),
            "away" or "open" or "fast" => At(x + 1, y + 1, "h12v12h-12z"),
            "unknown" => At(x + 3, y + 7, "a4 4 0 1 0 8 0a4 4 0 1 0-8 0"),
            "home" => At(x + 7, y + 7, "h0"),
            _ => At(x + 3, y + 7, "h8"),
        };
    }

    private static string At(int x, int y, string path) => $"M{x} {y}{path}";
}

/// <summary>A number of the first screen. Each machine is in one, but one measured slow is also counted where it is.</summary>
public sealed record MachineTile(Standing Standing, int Count, string What, string Meaning, int Inferred = 0)
{
    /// <summary>In a line of text: <c>43 at home (3 inferred)</c>.</summary>
    public string Brief => $"{Counted.Number(Count)} {What}{(Inferred == 0 ? "" : $" ({Counted.Number(Inferred)} inferred)")}";

    public string Kind => MachineMark.For(Standing).Kind;

    /// <param name="slowdown">What a read costs that was measured slow; empty for none.</param>
    public static IReadOnlyList<MachineTile> From(MachineCounts counts, int measured, string slowdown = "") =>
    [
        new(Standing.WrongTime, counts.WrongTime, "with wrong time", "expected: raw TSC of another frequency"),
        new(Standing.Slow, counts.Slow, "measured slow", slowdown.Length > 0 ? slowdown : $"{Counted.Number(measured)} of {Counted.Number(counts.Running)} measured"),
        new(
            Standing.ExpectedSlow,
            counts.ExpectedSlow,
            "expected slow",
            Certainty(counts.ExpectedSlow, counts.ExpectedSlowInferred, "away, and the host does not scale the TSC"),
            counts.ExpectedSlowInferred),
        new(
            Standing.Open,
            counts.Open,
            "undecided",
            Certainty(counts.Open, counts.OpenInferred, "away: not known whether the host scales the TSC"),
            counts.OpenInferred),
        new(Standing.Unaffected, counts.Unaffected, "not affected", "away, and the host scales the TSC"),
        new(Standing.Unknown, counts.Unknown, "unknown", "original host not known"),
        new(Standing.Home, counts.Home, "at home", Certainty(counts.Home, counts.HomeInferred, "same frequency as at power-on"), counts.HomeInferred),
        new(Standing.Off, counts.Off, "off", "powered off or suspended"),
    ];

    private static string Certainty(int count, int inferred, string meaning) => inferred == 0
        ? meaning
        : $"{Counted.Number(count - inferred)} certain, {Counted.Number(inferred)} inferred";
}
