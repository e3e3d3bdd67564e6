namespace TimerProbe.Cli.Output;

/// <summary>The formats, and the endings of files that ask for them.</summary>
internal static class OutputFormat
{
    public const string Text = "text";
    public const string Json = "json";
    public const string Csv = "csv";
    public const string Html = "html";
    public const string Markdown = "markdown";
    public const string OpenMetrics = "openmetrics";

    /// <summary>Every format, in the order in which they are listed.</summary>
    public static readonly string[] All = [Text, Json, Csv, Html, Markdown, OpenMetrics];

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
    };

    /// <summary>Endings of what no command writes, and whoever opens the file would not take for text.</summary>
    private static readonly HashSet<string> OtherEndings = new([".pdf", ".doc", ".docx", ".xls", ".xlsx", ".xml", ".yaml", ".yml", ".zip"], StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether a file's ending asks for what no command writes.</summary>
    public static bool IsOther(string? file) => OtherEndings.Contains(Path.GetExtension(file) ?? "");

    /// <summary>The format that a file's ending asks for; null when it asks for none.</summary>
    public static string? OfEnding(string? file) => FormatOfEnding.GetValueOrDefault(Path.GetExtension(file) ?? "");
}
