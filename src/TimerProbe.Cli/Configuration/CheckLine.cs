namespace TimerProbe.Cli.Configuration;

/// <summary>What came of a look at one thing that a configuration names, such as <c>vc1.example.org</c> or <c>output html</c>.</summary>
internal sealed record CheckLine(CheckOutcome Outcome, string What, string Says);

internal enum CheckOutcome
{
    Good,

    /// <summary>Works, and is worth a look.</summary>
    Doubtful,

    Bad,

    NotChecked,
}
