namespace TimerProbe.Reporting.Scans;

/// <summary>A number of the first screen: each machine is in one, but for those measured slow, which are where they are as well.</summary>
/// <param name="Standing">The standing of these machines.</param>
/// <param name="Count">How many machines.</param>
/// <param name="What">What they are.</param>
/// <param name="Meaning">What that means, or how many of them are certain and how many inferred.</param>
public sealed record MachineTile(Standing Standing, int Count, string What, string Meaning)
{
    /// <summary>The class that draws it: slow, away (expected slow), open, fast (not affected), unknown, home or off.</summary>
    public string Kind => MachineMark.For(Standing).Kind;

    /// <summary>All of them, in their order.</summary>
    /// <param name="counts">The machines.</param>
    /// <param name="measured">How many running machines have a result of their guest.</param>
    public static IReadOnlyList<MachineTile> From(MachineCounts counts, int measured) =>
    [
        new(Standing.Slow, counts.Slow, "measured slow", $"{Counted.Number(measured)} of {Counted.Number(counts.Running)} measured"),
        new(
            Standing.ExpectedSlow,
            counts.ExpectedSlow,
            "expected slow",
            Certainty(counts.ExpectedSlow, counts.ExpectedSlowInferred, "away, and the host does not scale the TSC")),
        new(
            Standing.Open, counts.Open, "to settle", Certainty(counts.Open, counts.OpenInferred, "away: whether the host scales the TSC is open")),
        new(Standing.Unaffected, counts.Unaffected, "not affected", "away, and the host scales the TSC"),
        new(Standing.Unknown, counts.Unknown, "unknown", "where they were powered on"),
        new(Standing.Home, counts.Home, "at home", Certainty(counts.Home, counts.HomeInferred, "same frequency as at power-on")),
        new(Standing.Off, counts.Off, "off", "powered off or suspended"),
    ];

    private static string Certainty(int count, int inferred, string meaning) => inferred == 0
        ? meaning
        : $"{Counted.Number(count - inferred)} certain, {Counted.Number(inferred)} inferred";
}
