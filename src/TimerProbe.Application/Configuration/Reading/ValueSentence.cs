using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using TimerProbe.Application.Configuration.Members;
using TimerProbe.Core.Names;

namespace TimerProbe.Application.Configuration.Reading;

/// <summary>What is wrong with a single value, by what is said beside the member that it is for.</summary>
internal static class ValueSentence
{
    /// <summary>The sentence; null when nothing is wrong.</summary>
    public static string? Of(JsonElement value, JsonPropertyInfo member, Type type) =>
        type == typeof(bool) ? value.ValueKind is JsonValueKind.True or JsonValueKind.False ? null : $"{member.Name} is true or false"
        : member.Rule<RangeAttribute>() is { } range ? OfNumber(value, member.Name, range)
        : member.Rule<AllowedValuesAttribute>() is { } words ? OfWord(value, member.Name, [.. words.Values.Cast<string>()])
        : (member.Rule<TextAttribute>() ?? TextAttribute.Any).Wrong(member.Name, value);

    private static string? OfNumber(JsonElement value, string name, RangeAttribute range)
    {
        var isWhole = range.OperandType == typeof(int);
        var (least, most) = (Convert.ToDouble(range.Minimum, CultureInfo.InvariantCulture), Convert.ToDouble(range.Maximum, CultureInfo.InvariantCulture));
        var isRight = value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out var number) && number <= most && (isWhole ? number >= least && number == Math.Floor(number) : number > least);
        return isRight ? null
            : isWhole ? string.Create(CultureInfo.InvariantCulture, $"{name} takes a whole number from {least} to {most}")
            : string.Create(CultureInfo.InvariantCulture, $"{name} takes a number above {least} and up to {most}");
    }

    private static string? OfWord(JsonElement value, string name, string[] words)
    {
        var given = value.ValueKind == JsonValueKind.String ? value.GetString() : null;
        var meant = given is not null && NearestName.Of(given, words) is { } near ? $"; did you mean \"{near}\"?" : "";
        return words.Contains(given, StringComparer.Ordinal) ? null : $"{name} takes one of {string.Join(", ", words.Select(word => $"\"{word}\""))}{meant}";
    }
}
