namespace TimerProbe.Cli.Configuration;

/// <summary>What came of looking at one thing that a configuration names.</summary>
/// <param name="Outcome">How it is.</param>
/// <param name="What">What was looked at, such as <c>vc1.example.org</c> or <c>output html</c>.</param>
/// <param name="Says">A sentence.</param>
internal sealed record CheckLine(CheckOutcome Outcome, string What, string Says);

internal enum CheckOutcome
{
    Good,

    /// <summary>Works, and is worth a look.</summary>
    Doubtful,

    /// <summary>Does not work.</summary>
    Bad,

    /// <summary>Was not looked at.</summary>
    NotChecked,
}
