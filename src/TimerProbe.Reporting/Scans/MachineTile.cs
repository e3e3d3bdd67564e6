namespace TimerProbe.Reporting.Scans;

/// <summary>A number of the first screen: each machine is in one, but for those measured slow, which are where they are as well.</summary>
/// <param name="Kind">slow, away (expected slow), open, fast (not affected), unknown, home or off.</param>
/// <param name="Count">How many machines.</param>
/// <param name="What">What they are.</param>
/// <param name="Meaning">What that means, or how many of them are certain and how many inferred.</param>
public sealed record MachineTile(string Kind, int Count, string What, string Meaning)
{
    /// <summary>All of them, in their order.</summary>
    /// <param name="counts">The machines.</param>
    /// <param name="measured">How many running machines have a result of their guest.</param>
    public static IReadOnlyList<MachineTile> From(MachineCounts counts, int measured) =>
    [
        new("slow", counts.Slow, "measured slow", $"{Counted.Number(measured)} of {Counted.Number(counts.Running)} measured"),
        new(
            "away",
            counts.ExpectedSlow,
            "expected slow",
            Certainty(counts.ExpectedSlow, counts.ExpectedSlowInferred, "away, and the host does not scale the TSC")),
        new(
            "open", counts.Open, "to settle", Certainty(counts.Open, counts.OpenInferred, "away: whether the host scales the TSC is open")),
        new("fast", counts.Unaffected, "not affected", "away, and the host scales the TSC"),
        new("unknown", counts.Unknown, "unknown", "where they were powered on"),
        new("home", counts.Home, "at home", Certainty(counts.Home, counts.HomeInferred, "same frequency as at power-on")),
        new("off", counts.Off, "off", "powered off or suspended"),
    ];

    private static string Certainty(int count, int inferred, string meaning) => inferred == 0
        ? meaning
        : $"{Counted.Number(count - inferred)} certain, {Counted.Number(inferred)} inferred";
}
