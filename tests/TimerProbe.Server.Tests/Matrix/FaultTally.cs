namespace TimerProbe.Server.Tests.Matrix;

/// <summary>What came of a fault.</summary>
/// <param name="Fault">What happened.</param>
/// <param name="Documents">How many documents were accepted.</param>
/// <param name="Lost">How many of them are in no history.</param>
/// <param name="Doubled">How many documents, alerts or first tokens there are too many; of alerts also those that are missing.</param>
/// <param name="Pages">How many pages somebody who is signed in was shown.</param>
/// <param name="Wrong">Those that were errors.</param>
/// <param name="Lines">How many lines the node wrote that wrote most.</param>
/// <param name="Traces">Lines that say where an exception comes from, or are no line of the log.</param>
internal sealed record FaultTally(
    string Fault, int Documents, int Lost, int Doubled, int Pages, IReadOnlyList<string> Wrong, int Lines, IReadOnlyList<string> Traces)
{
    /// <summary>The most lines of a node, also of one that is without its store for an hour.</summary>
    private const int MaxLines = 50;

    public const string Heads = "| fault | documents | lost | doubled | pages | wrong pages | most lines of a node | traces |\n|---|---|---|---|---|---|---|---|";

    public bool IsGood => Documents > 0 && Pages > 0 && Lost + Doubled + Wrong.Count + Traces.Count == 0 && Lines <= MaxLines;

    public string Why => string.Join('\n', [ToString(), .. Wrong, .. Traces]);

    public override string ToString() => $"| {Fault} | {Documents} | {Lost} | {Doubled} | {Pages} | {Wrong.Count} | {Lines} | {Traces.Count} |";
}
