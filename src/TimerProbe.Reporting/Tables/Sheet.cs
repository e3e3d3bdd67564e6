namespace TimerProbe.Reporting.Tables;

/// <summary>A sheet of a workbook: a head, and rows that are made while they are written.</summary>
internal sealed partial record Sheet(string Name, IReadOnlyList<string> Heads, int Count, IEnumerable<object?[]> Rows)
{
    /// <summary>What Excel opens at most (Excel specifications and limits), the head among them.</summary>
    public const int MaxRows = 1_048_576;

    private static readonly string[] Acronyms = ["CPU", "DRS", "ESXi", "EVC", "ID", "RDTSC", "SMBIOS", "SQL", "TSC", "UUID"];

    /// <summary>The columns that the pages name otherwise than the members of documents.</summary>
    private static readonly Dictionary<string, string> PageTitles = new()
    {
        ["awaySince"] = "Away since (UTC)",
        ["homeSince"] = "Powered on there (UTC)",
        ["machines"] = "VMs",
        ["readyPercent"] = "CPU ready %",
        ["server"] = "vCenter",
        ["serverStatus"] = "vCenter status",
        ["stretches"] = "Ran at (vCenter's statistics)",
        ["toSettle"] = "Undecided",
        ["usagePercent"] = "CPU usage %",
    };

    public bool IsTable { get; init; } = true;

    /// <summary>A table by columns that are named as members of documents are: <c>hostHz</c> has the head <c>Host MHz</c>.</summary>
    public static Sheet Of<TRow>(
        string name, IReadOnlyList<(string Name, Func<TRow, object?> Of)> columns, IReadOnlyCollection<TRow> rows) => new(
        name, [.. columns.Select(column => Head(column.Name))], rows.Count, rows.Select(row => GetValues(columns, row)));

    /// <summary>The same with at most <see cref="MaxRows"/>: the last says how many are left out.</summary>
    public Sheet Fit() => Count < MaxRows ? this : this with
    {
        Count = MaxRows - 1,
        Rows = Rows.Take(MaxRows - 2).Append([$"… {Counted.Of(Count - MaxRows + 2, Noun.Row.With("more"))}", .. new object?[Heads.Count - 1]]),
    };

    /// <summary>A sheet of sentences, those of one label together, which stands before the first.</summary>
    public static Sheet Summary(string title, IReadOnlyList<(string What, object? Value)> lines) => new(
        "Summary",
        [title, ""],
        lines.Count,
        lines.GroupBy(line => line.What)
            .SelectMany(same => same.Select((line, place) => new[] { place == 0 ? line.What : null, line.Value })))
    {
        IsTable = false,
    };

    public static IEnumerable<(string What, object? Value)> About(Guid id, ToolInfo tool, DateTimeOffset at, bool anonymized) =>
    [
        ("Document", id.ToString()),
        ("Made (UTC)", at),
        ("Made by", $"TimerProbe {tool.Version}"),
        .. anonymized ? [("Names", "pseudonyms")] : Array.Empty<(string, object?)>(),
    ];

    private static object?[] GetValues<TRow>(IReadOnlyList<(string Name, Func<TRow, object?> Of)> columns, TRow row)
    {
        var values = new object?[columns.Count];
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = columns[i].Of(row);
        }

        return values;
    }

    private static string Head(string member)
    {
        if (PageTitles.TryGetValue(member, out var title))
        {
            return title;
        }

        var words = Words().Split(member);
        words = [.. words.Select((word, place) => word switch
        {
            "Hz" or "hz" or "Mhz" => "MHz",
            "Ns" => "ns",
            "Ppm" => "ppm",
            "Percent" => "%",
            _ when Acronyms.FirstOrDefault(known => known.Equals(word, StringComparison.OrdinalIgnoreCase)) is { } known => known,
            [var first, .. var rest] when place == 0 => char.ToUpperInvariant(first) + rest,
            _ => word.ToLowerInvariant(),
        })];
        return string.Join(' ', words);
    }

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Words();
}

/// <summary>A text that leads to a row of a sheet.</summary>
/// <param name="Row">The row, from 1 upward with the head; null where there is none to lead to.</param>
internal sealed record SheetLink(string Text, string Sheet, int? Row);
