using System.Text.Json;
using System.Text.RegularExpressions;
using TimerProbe.Core.Documents;

namespace TimerProbe.Application.Configuration.Reading;

/// <summary>What the JSON reader complains of, without what it quotes of the text, nor the position, which is said elsewhere.</summary>
internal static partial class JsonSentence
{
    public static string Of(JsonException slip)
    {
        var said = DocumentSlip.WithoutPlace(slip);
        return Literal().IsMatch(said) ? "this is not JSON: a bare word can only be true, false or null; text goes in quotes"
            : said.Contains("JSON tokens", StringComparison.Ordinal) ? "the file holds no configuration: the minimum is {}"
            : $"this is not JSON: {said}";
    }

    [GeneratedRegex(@"'.{2,}' is an invalid|is an invalid JSON literal", RegexOptions.ExplicitCapture | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Literal();
}
