using TimerProbe.Core.Facts;
using static System.FormattableString;

namespace TimerProbe.Core.Verdicts;

/// <summary>
/// Figures from inside a server that speak against a fast clock of this machine. They prove no slow one: another engine's statements
/// may cost what they like, so they only keep the check from deciding alone.
/// </summary>
internal static class SqlContradiction
{
    // The field's function is three statements and a division.
    private const int StatementsOfIteration = 3;

    /// <summary>The first figure all of whose interval lies above what a statement may cost, in words; null without one.</summary>
    public static string? Of(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return null;
        }

        var limit = measured.IsSqlServer ? SqlLimits.StatementSlow : SqlLimits.AnotherStatementSlow;
        return measured.StatementCost is { } price && price.Pairs >= PairedLoops.FewestPairs && price.Low >= limit
                ? Invariant($"a statement costs {price.Median}")
            : measured.ClockCall is { } call && call.Pairs >= PairedLoops.FewestPairs && call.Low >= limit
                ? Invariant($"asking for the time costs {call.Median} inside the server")
            : SqlStatementPrice.Of(measured.StatementCost) is null && measured.Comparable(SqlWorkload.Primality) is { } iteration
                && iteration.Low.Nanoseconds >= StatementsOfIteration * limit.Nanoseconds
                ? Invariant($"an iteration of the interpreted function costs {iteration.Median}")
            : null;
    }
}
