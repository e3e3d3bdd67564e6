namespace TimerProbe.Server.Tests.Matrix;

/// <summary>What came of a fault; doubled are first tokens too, and alerts that are missing, and lines those of the node that wrote most.</summary>
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
