using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>
/// What one more T-SQL statement costs: the same arithmetic in eight statements an iteration against one, over the seven that differ.
/// What the engine and the processor cost otherwise is in both, so it cancels out.
/// </summary>
/// <param name="Median">The median over the pairs of functions; at or below zero where a statement costs nothing that can be seen.</param>
/// <param name="Low">The lower bound of the median's interval.</param>
/// <param name="High">The upper bound of the median's interval.</param>
/// <param name="Pairs">How many pairs of functions it rests on.</param>
/// <param name="FirstHalf">The median over the pairs that ran first.</param>
/// <param name="SecondHalf">The median over the pairs that ran last.</param>
public sealed record SqlStatementCost(Duration Median, Duration Low, Duration High, int Pairs, Duration FirstHalf, Duration SecondHalf)
{
    /// <summary>How many statements more the one function has in an iteration than the other.</summary>
    public const int StatementsMore = 7;
}
