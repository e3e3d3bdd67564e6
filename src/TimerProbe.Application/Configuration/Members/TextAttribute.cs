using System.Diagnostics.CodeAnalysis;
using System.Text.Json;

namespace TimerProbe.Application.Configuration.Members;

/// <summary>
/// A member that takes a text, not an empty one and in one line. What more the text has to be, attributes of their own say.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
internal class TextAttribute : Attribute
{
    public static readonly TextAttribute Any = new();

    /// <summary>What is said of it to editors, as far as a regular expression can; null for nothing.</summary>
    [StringSyntax(StringSyntaxAttribute.Regex)]
    public virtual string? Pattern => null;

    /// <summary>What is wrong with a value; null for nothing. The value is not repeated: it may be a secret in the wrong place.</summary>
    public virtual string? Wrong(string name, JsonElement value) =>
        value.ValueKind != JsonValueKind.String ? $"{name} takes text in quotes"
        : value.GetString() is var text && string.IsNullOrWhiteSpace(text) ? $"{name} is empty: remove it or fill it in"
        : text.Any(char.IsControl) ? $"{name} holds a control character"
        : Wrong(name, text);

    /// <summary>What is wrong with a text; null for nothing.</summary>
    protected virtual string? Wrong(string name, string text) => null;
}
