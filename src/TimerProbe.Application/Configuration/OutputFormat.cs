namespace TimerProbe.Application.Configuration;

/// <summary>The forms in which a document leaves the program, by their names.</summary>
public static class OutputFormat
{
    public const string Text = "text";
    public const string Json = "json";
    public const string Csv = "csv";
    public const string Html = "html";
    public const string Markdown = "markdown";
    public const string OpenMetrics = "openmetrics";
    public const string Xlsx = "xlsx";

    public static readonly string[] All = [Text, Json, Csv, Html, Markdown, OpenMetrics, Xlsx];

    private static readonly Dictionary<string, string> FormatOfEnding = new(StringComparer.OrdinalIgnoreCase)
    {
        [".json"] = Json,
        [".jsonl"] = Json,
        [".ndjson"] = Json,
        [".csv"] = Csv,
        [".html"] = Html,
        [".htm"] = Html,
        [".md"] = Markdown,
        [".prom"] = OpenMetrics,
        [".xlsx"] = Xlsx,
    };

    private static readonly HashSet<string> OtherEndings = new(
        [".pdf", ".doc", ".docx", ".xls", ".xml", ".yaml", ".yml", ".zip"], StringComparer.OrdinalIgnoreCase);

    /// <summary>Why a command without a format cannot write to a file: its ending asks for one that it has not; null when it can.</summary>
    public static string? Validate(string? file, IReadOnlyCollection<string> formats)
    {
        var ending = Path.GetExtension(file) ?? "";
        var asked = OfEnding(file) ?? (OtherEndings.Contains(ending) ? ending[1..].ToLowerInvariant() : null);
        return asked is null || formats.Contains(asked)
            ? null
            : $"--out {file} asks for {asked}, which this command does not write: it writes {string.Join(", ", formats)}; choose one with --output";
    }

    public static string? OfEnding(string? file) => FormatOfEnding.GetValueOrDefault(Path.GetExtension(file) ?? "");
}
