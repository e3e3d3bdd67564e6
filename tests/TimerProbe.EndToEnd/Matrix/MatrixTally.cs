namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Right, wrong and unclear, counted.</summary>
internal sealed class MatrixTally
{
    private readonly Dictionary<string, Dictionary<string, (int Right, int Unclear, int Wrong)>> _counts = new(StringComparer.Ordinal);
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

        Count("clock", cell.Model.Name, right);
        Count("beside", cell.Load.Name, right);
        Count("platform", $"{(cell.Wine ? "Wine" : "Linux")} {cell.Option}".TrimEnd(), right);
        Count("in all", "", right);
    }

    public override string ToString()
    {
        var text = new StringBuilder();
        foreach (var (by, rows) in _counts)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"| {by} | runs | right | unclear | wrong |").AppendLine("|---|---:|---:|---:|---:|");
            foreach (var (name, count) in rows)
            {
                text.AppendLine(CultureInfo.InvariantCulture, $"| {name} | {count.Right + count.Unclear + count.Wrong} | {count.Right} | {count.Unclear} | {count.Wrong} |");
            }

            text.AppendLine();
        }

        text.AppendJoin("", Wrong.Select(line => $"wrong: {line}\n")).AppendJoin("", _unclear.Select(line => $"unclear: {line}\n"));
        return text.ToString();
    }

    private void Count(string by, string name, bool? right)
    {
        if (!_counts.TryGetValue(by, out var rows))
        {
            _counts[by] = rows = new(StringComparer.Ordinal);
        }

        var count = rows.GetValueOrDefault(name);
        rows[name] = right switch
        {
            true => count with { Right = count.Right + 1 },
            false => count with { Wrong = count.Wrong + 1 },
            _ => count with { Unclear = count.Unclear + 1 },
        };
    }
}
