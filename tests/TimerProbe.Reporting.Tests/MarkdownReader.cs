namespace TimerProbe.Reporting.Tests;

/// <summary>Reads code in Markdown as CommonMark does, to see what of a text lies outside of it.</summary>
internal static class MarkdownReader
{
    /// <summary>The lines outside of fenced blocks, <c>C</c> in the place of each code span, escaped characters taken out.</summary>
    public static IReadOnlyList<string> OutsideOfCode(string markdown)
    {
        var lines = new List<string>();
        var fence = 0;
        foreach (var line in markdown.Split('\n'))
        {
            var run = RunAt(line, 0);
            if (fence == 0 && run >= 3)
            {
                fence = run;
            }
            else if (fence > 0 && run >= fence && line.Trim('`').Length == 0)
            {
                fence = 0;
            }
            else if (fence == 0)
            {
                lines.Add(WithoutSpans(line));
            }
        }

        Assert.Equal(0, fence);
        return lines;
    }

    private static string WithoutSpans(string line)
    {
        var outside = new StringBuilder();
        for (var index = 0; index < line.Length;)
        {
            if (line[index] == '\\' && index + 1 < line.Length && char.IsAscii(line[index + 1])
                && char.IsPunctuation(line[index + 1]) | char.IsSymbol(line[index + 1]))
            {
                index += 2;
                continue;
            }

            var run = RunAt(line, index);
            var end = run == 0 ? -1 : EndOfSpan(line, index + run, run);
            outside.Append(end < 0 ? line[index] : 'C');
            index = end < 0 ? index + Math.Max(1, run) : end;
        }

        return outside.ToString();
    }

    private static int EndOfSpan(string line, int index, int length)
    {
        while (index < line.Length)
        {
            var run = RunAt(line, index);
            if (run == length)
            {
                return index + run;
            }

            index += Math.Max(1, run);
        }

        return -1;
    }

    private static int RunAt(string line, int index) => line.Skip(index).TakeWhile(character => character == '`').Count();
}
