using System.Globalization;
using System.Text.RegularExpressions;

namespace TimerProbe.SqlServer.Scripts;

/// <summary>
/// Splits a script into batches as sqlcmd does: at lines of only GO and perhaps a count, but not inside a comment, a string or a
/// bracketed name.
/// </summary>
internal static partial class BatchSplitter
{
    private enum Inside
    {
        Nothing,
        Comment,
        Quote,
        DoubleQuote,
        Bracket,
    }

    /// <summary>Leaves out batches of white space only.</summary>
    public static IReadOnlyList<SqlBatch> Split(string script)
    {
        var batches = new List<SqlBatch>();
        var lines = script.ReplaceLineEndings("\n").Split('\n');
        var inside = Inside.Nothing;
        var depth = 0;
        var first = 0;
        for (var i = 0; i < lines.Length; i++)
        {
            if (inside == Inside.Nothing && CountOf(lines[i]) is { } count)
            {
                Add(batches, lines, first, i, count);
                first = i + 1;
            }
            else
            {
                (inside, depth) = After(lines[i], inside, depth);
            }
        }

        Add(batches, lines, first, lines.Length, 1);
        return batches;
    }

    private static int? CountOf(string line)
    {
        var match = Separator().Match(line);
        return !match.Success ? null
            : match.Groups["count"] is not { Success: true } digits ? 1
            : int.TryParse(digits.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0 ? count
            : null;
    }

    private static void Add(List<SqlBatch> batches, string[] lines, int first, int end, int count)
    {
        var text = string.Join('\n', lines[first..end]);
        if (!string.IsNullOrWhiteSpace(text))
        {
            batches.Add(new SqlBatch(text, count, first + 1));
        }
    }

    private static (Inside Inside, int Depth) After(string line, Inside inside, int depth)
    {
        for (var i = 0; i < line.Length; i++)
        {
            var next = i + 1 < line.Length ? line[i + 1] : '\0';
            switch (inside, line[i], next)
            {
                case (Inside.Nothing, '-', '-'):
                    return (inside, depth);
                case (Inside.Nothing or Inside.Comment, '/', '*'):
                    inside = Inside.Comment;
                    depth++;
                    i++;
                    break;
                case (Inside.Comment, '*', '/'):
                    depth--;
                    inside = depth == 0 ? Inside.Nothing : Inside.Comment;
                    i++;
                    break;
                case (Inside.Nothing, '\'', _):
                    inside = Inside.Quote;
                    break;
                case (Inside.Nothing, '"', _):
                    inside = Inside.DoubleQuote;
                    break;
                case (Inside.Nothing, '[', _):
                    inside = Inside.Bracket;
                    break;
                case (Inside.Quote, '\'', _) or (Inside.DoubleQuote, '"', _) or (Inside.Bracket, ']', _):
                    inside = AfterEnd(inside, next, ref i);
                    break;
            }
        }

        return (inside, depth);
    }

    // A doubled end stands for itself.
    private static Inside AfterEnd(Inside inside, char next, ref int position)
    {
        var end = inside switch { Inside.Quote => '\'', Inside.DoubleQuote => '"', _ => ']' };
        if (next != end)
        {
            return Inside.Nothing;
        }

        position++;
        return inside;
    }

    [GeneratedRegex(
        @"^[ \t]*GO(?:[ \t]+(?<count>[0-9]+))?[ \t]*(?:--.*)?$",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Separator();
}
