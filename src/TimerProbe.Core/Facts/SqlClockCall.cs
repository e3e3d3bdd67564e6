using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>What asking for the time once costs inside the server: a loop with the call against the same loop without.</summary>
/// <param name="Median">The median over the pairs of loops. It contains the price of calling a function in T-SQL.</param>
/// <param name="Low">The lower bound of the median's interval; below zero where the loops differ by noise only.</param>
/// <param name="High">The upper bound of the median's interval.</param>
/// <param name="Pairs">How many pairs of loops it rests on.</param>
public sealed record SqlClockCall(Duration Median, Duration Low, Duration High, int Pairs);
