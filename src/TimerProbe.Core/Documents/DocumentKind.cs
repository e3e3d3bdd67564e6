namespace TimerProbe.Core.Documents;

/// <summary>
/// A kind of document. A line of <see cref="All"/> makes one known, to reading, to the schemas and to what asks for every kind.
/// </summary>
/// <param name="Schema">The name and version of the form, such as <c>timerprobe.check/1</c>.</param>
/// <param name="Record">The record that a document of this kind is read into.</param>
public sealed record DocumentKind(string Schema, Type Record)
{
    /// <summary>Every kind.</summary>
    public static IReadOnlyList<DocumentKind> All { get; } =
    [
        new(CheckDocument.SchemaName, typeof(CheckDocument)),
        new(ScanDocument.SchemaName, typeof(ScanDocument)),
        new(SqlDocument.SchemaName, typeof(SqlDocument)),
        new(HistoryDocument.SchemaName, typeof(HistoryDocument)),
        new(RunsDocument.SchemaName, typeof(RunsDocument)),
        new(PlanDocument.SchemaName, typeof(PlanDocument)),
    ];

    /// <summary>The kind of a record.</summary>
    /// <exception cref="InvalidOperationException">The record is not one of a document.</exception>
    public static DocumentKind For(Type record) => All.First(kind => kind.Record == record);

    /// <summary>The kind whose documents name a schema.</summary>
    /// <param name="schema">What a document names; null when it names none.</param>
    /// <exception cref="OtherKindException">No kind has it: it is another program's, or
    /// of a version that this one does not know.</exception>
    public static DocumentKind For(string? schema) =>
        All.FirstOrDefault(kind => kind.Schema == schema) ?? throw new OtherKindException(schema);

    public bool IsBefore(string schema) =>
        Split(schema) is { } other && Split(Schema) is { } own && other.Name == own.Name && other.Version > own.Version;

    private static (string Name, int Version)? Split(string schema) =>
        schema.LastIndexOf('/') is > 0 and var slash
            && int.TryParse(schema.AsSpan(slash + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var version)
                ? (schema[..slash], version)
                : null;
}

/// <summary>A document is of another kind than was asked for, or of an unknown one.</summary>
/// <param name="schema">What the document names; null when it names no schema.</param>
public sealed class OtherKindException(string? schema) : JsonException(Sentence(schema))
{
    /// <summary>What the document names; null when it names no schema.</summary>
    public string? Schema => schema;

    private const int MaxShown = 60;

    private static string Sentence(string? schema) =>
        schema is null ? "it names no schema"
        : schema == LogDocument.SchemaName || DocumentKind.All.Any(kind => kind.Schema == schema) ? $"it is a {schema}"
        : DocumentKind.All.Any(kind => kind.IsBefore(schema)) ? $"{Unknown(schema)}: a later one wrote it"
        : Unknown(schema);

    private static string Unknown(string schema)
    {
        var shown = PlainText.OneLine(schema.Length > MaxShown ? schema[..MaxShown] + "..." : schema);
        return $"its schema is {shown}, which this version does not know";
    }
}
