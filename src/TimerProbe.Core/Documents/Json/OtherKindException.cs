using System.Text.Json;
using TimerProbe.Core.Names;

namespace TimerProbe.Core.Documents;

/// <summary>A document is of another kind than was asked for, or of none that is known.</summary>
/// <param name="schema">What the document names; null when it names no schema.</param>
public sealed class OtherKindException(string? schema) : JsonException(Sentence(schema))
{
    /// <summary>What the document names; null when it names no schema.</summary>
    public string? Schema => schema;

    private const int LongestShown = 60;

    private static string Shown(string schema) => PlainText.OneLine(schema.Length > LongestShown ? schema[..LongestShown] + "..." : schema);

    private static string Sentence(string? schema) =>
        schema is null ? "it names no schema"
        : DocumentKind.All.Any(kind => kind.Schema == schema) ? $"it is a {schema}"
        : $"its schema is {Shown(schema)}, which this version does not know{(DocumentKind.All.Any(kind => kind.IsBefore(schema)) ? ": a later one wrote it" : "")}";
}
