namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Verdicts that were right, wrong and unclear, counted.</summary>
internal sealed class MatrixTally
{
    private readonly CountTables _counts = new();
    private readonly List<string> _unclear = [];

    public List<string> Wrong { get; } = [];

    public int WrongOfSteady { get; private set; }

    /// <summary>Counts a verdict.</summary>
    /// <param name="right">Whether that was right; null when it left the question open.</param>
    public void Add(MatrixCell cell, Verdict verdict, bool? right)
    {
        WrongOfSteady += right == false && !cell.Model.Changes ? 1 : 0;
        (right switch { true => null, false => Wrong, null => _unclear })
            ?.Add($"{cell}: {verdict.State.ToDocumentName()} {verdict.Cause.ToDocumentName()}: {verdict.Because}");

        _counts.Count("clock", cell.Model.Name, right);
        _counts.Count("beside", cell.Load.Name, right);
        _counts.Count("platform", $"{(cell.Wine ? "Wine" : "Linux")} {cell.Option}".TrimEnd(), right);
        _counts.Count("in all", "", right);
    }

    public override string ToString() =>
        $"{_counts}{string.Concat(Wrong.Select(line => $"wrong: {line}\n"))}{string.Concat(_unclear.Select(line => $"unclear: {line}\n"))}";
}
