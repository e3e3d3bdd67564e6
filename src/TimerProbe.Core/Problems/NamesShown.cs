namespace TimerProbe.Core.Problems;

/// <summary>The first of several names, each a part of its own, and how many more there are.</summary>
/// <param name="Kind">What they are names of.</param>
/// <param name="Names">The names; a sentence shows five.</param>
/// <param name="Total">How many there are, those not at hand included.</param>
public readonly record struct NamesShown(ArgumentKind Kind, IEnumerable<string> Names, int Total)
{
    /// <summary>How many names a sentence has at most.</summary>
    public const int Most = 5;
}
