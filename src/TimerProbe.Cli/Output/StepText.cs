using System.Text.RegularExpressions;

namespace TimerProbe.Cli.Output;

/// <summary>Steps in words, which wrap where commands to copy may not.</summary>
internal static partial class StepText
{
    /// <summary>Numbered lines, each wrapped behind its number; an indented line goes on with the one before.</summary>
    public static void Write(Page page, string text, int indent)
    {
        foreach (var line in Continued().Replace(text, " ").Split('\n'))
        {
            var number = Number().Match(line).Value;
            page.Paragraph(line[number.Length..], indent, hanging: number);
        }
    }

    [GeneratedRegex(@"\n +", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Continued();

    [GeneratedRegex(@"^[0-9]+\. ", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Number();
}
