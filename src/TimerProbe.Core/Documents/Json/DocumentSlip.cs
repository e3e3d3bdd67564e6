using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Says what is wrong with a text of JSON to whoever wrote it, who knows its members and lines. .NET's reader names types of this program,
/// advises on its source, and counts lines from 0.
/// </summary>
public static partial class DocumentSlip
{
    /// <summary>The same in words of JSON, with the member and the line, counted from 1, where they are known.</summary>
    /// <param name="slip">What was thrown by the reader, or by a converter with a message of its own.</param>
    public static JsonException Worded(JsonException slip) => new(Sentence(slip.Message) + Place(slip), slip);

    /// <summary>What the reader says, without the place that it adds in words of its own.</summary>
    public static string WithoutPlace(string message) => Position().Replace(message, "").TrimEnd('.', ' ');

    private static string Sentence(string message)
    {
        var missing = Missing().Match(message);
        return missing.Success ? $"it lacks {missing.Groups["names"].Value}"
            : OtherKind().IsMatch(message) ? "a value of another kind should stand here"
            : NoNull().IsMatch(message) ? "null cannot stand here"
            : Begun(WithoutPlace(message));
    }

    /// <summary>It goes on after a colon.</summary>
    private static string Begun(string said) => said is [>= 'A' and <= 'Z', >= 'a' and <= 'z', ..] ? char.ToLowerInvariant(said[0]) + said[1..] : said;

    private static string Place(JsonException slip)
    {
        var path = slip.Path is { Length: > 0 } and not "$" ? $"at {slip.Path}" : null;
        var line = slip.LineNumber is { } before ? string.Create(CultureInfo.InvariantCulture, $"line {before + 1}") : null;
        return path is null && line is null ? "" : $" ({string.Join(", ", new[] { path, line }.OfType<string>())})";
    }

    [GeneratedRegex(@"missing required properties including: (?<names>.*?)\.( |$)", RegexOptions.ExplicitCapture | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Missing();

    [GeneratedRegex("^The JSON value could not be converted to ", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex OtherKind();

    [GeneratedRegex(" on type '[^']+' doesn't allow (setting )?null values", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex NoNull();

    [GeneratedRegex(@"\s*(Path: .*?\|\s*)?LineNumber: .*$", RegexOptions.ExplicitCapture | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Position();
}
