namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Right, unclear and wrong, counted in tables.</summary>
internal sealed class CountTables
{
    private readonly Dictionary<string, Dictionary<string, (int Right, int Unclear, int Wrong)>> _counts = new(StringComparer.Ordinal);

    /// <param name="right">Null where the question was left open.</param>
    public void Count(string by, string name, bool? right)
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

        return text.ToString();
    }
}
