using System.Globalization;
using System.Text.Json;
using TimerProbe.Application;
using TimerProbe.Cli.Configuration.Json;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>The members of a section as the types they should be; one that is not is a problem, and then as if it were missing.</summary>
internal static class TypedMembers
{
    /// <summary>A text that is not empty; null when there is none.</summary>
    public static string? Text(this SectionReader section, string name) => section.Member(name) is { } member ? TextOf(section, member.Value, name) : null;

    /// <summary>A text that may not be missing; empty when it is.</summary>
    public static string RequiredText(this SectionReader section, string name)
    {
        if (section.Member(name) is { } member)
        {
            return TextOf(section, member.Value, name) ?? "";
        }

        section.Missing(name);
        return "";
    }

    /// <summary>The path of a file or folder; null when there is none.</summary>
    public static string? FilePath(this SectionReader section, string name) => section.Text(name) is { } path ? section.Context.Resolve(path) : null;

    /// <summary>The texts of an array; empty when there is none.</summary>
    public static IReadOnlyList<string> Texts(this SectionReader section, string name) => [.. section.Items(name).Select(item => TextOf(section, item, name)).OfType<string>()];

    public static bool Flag(this SectionReader section, string name) => section.OptionalFlag(name) ?? false;

    public static bool? OptionalFlag(this SectionReader section, string name)
    {
        if (section.Member(name) is not { } member)
        {
            return null;
        }

        if (member.Value.Kind is not (JsonValueKind.True or JsonValueKind.False))
        {
            section.Complain(member.Value.Place, $"{name} is true or false");
        }

        return member.Value.Kind == JsonValueKind.True;
    }

    /// <summary>A whole number within limits; null when there is none.</summary>
    public static int? Count(this SectionReader section, string name, int least, int most)
    {
        if (section.Member(name) is not { } member)
        {
            return null;
        }

        // 3.0 is a whole number too, for JSON Schema and for people.
        if (NumberOf(member.Value) is { } number && number >= least && number <= most && number == Math.Floor(number))
        {
            return (int)number;
        }

        section.Complain(member.Value.Place, string.Create(CultureInfo.InvariantCulture, $"{name} takes a whole number from {least} to {most}"));
        return null;
    }

    /// <summary>A number above 0; null when there is none.</summary>
    public static double? Positive(this SectionReader section, string name, double most)
    {
        if (section.Member(name) is not { } member)
        {
            return null;
        }

        if (NumberOf(member.Value) is { } number && number > 0 && number <= most)
        {
            return number;
        }

        section.Complain(member.Value.Place, string.Create(CultureInfo.InvariantCulture, $"{name} takes a number above 0 and up to {most}"));
        return null;
    }

    public static TimeSpan? Duration(this SectionReader section, string name)
    {
        if (section.Member(name) is not { } member)
        {
            return null;
        }

        if (member.Value.Kind == JsonValueKind.String && DurationText.TryParse(member.Value.Text, out var duration))
        {
            return duration;
        }

        section.Complain(member.Value.Place, $"{name} takes a duration in quotes, such as \"30s\", \"10m\" or \"2h\", at most \"24h\"");
        return null;
    }

    /// <summary>One of a few words; null when there is none.</summary>
    public static string? Choice(this SectionReader section, string name, IReadOnlyList<string> choices)
    {
        if (section.Member(name) is not { } member)
        {
            return null;
        }

        if (member.Value.Kind == JsonValueKind.String && choices.Contains(member.Value.Text, StringComparer.Ordinal))
        {
            return member.Value.Text;
        }

        var meant = member.Value.Kind == JsonValueKind.String && NearestName.Of(member.Value.Text, choices) is { } near ? $"; did you mean \"{near}\"?" : "";
        section.Complain(member.Value.Place, $"{name} takes one of {string.Join(", ", choices.Select(choice => $"\"{choice}\""))}{meant}");
        return null;
    }

    private static double? NumberOf(JsonValue value) =>
        value.Kind == JsonValueKind.Number && double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number : null;

    private static string? TextOf(SectionReader section, JsonValue value, string name)
    {
        if (value.Kind != JsonValueKind.String)
        {
            section.Complain(value.Place, $"{name} takes text in quotes");
            return null;
        }

        if (string.IsNullOrWhiteSpace(value.Text) || value.Text.Any(char.IsControl))
        {
            section.Complain(value.Place, $"{name} {(string.IsNullOrWhiteSpace(value.Text) ? "is empty: leave it out or fill it in" : "holds a control character")}");
            return null;
        }

        return value.Text;
    }
}
