using System.Text;

namespace TimerProbe.Core.Advice;

internal static class WrappedMarkdown
{
    private const int Width = 100;

    /// <summary>Paragraphs and lists in lines of at most 100 characters; an item's following lines are set below its text.</summary>
    public static string Of(string markdown)
    {
        var wrapped = new StringBuilder();
        foreach (var block in Blocks(markdown))
        {
            Append(wrapped, block);
        }

        return wrapped.ToString().Trim('\n');
    }

    private static List<string> Blocks(string markdown)
    {
        var blocks = new List<string>();
        foreach (var line in markdown.Split('\n').Select(line => line.Trim()))
        {
            if (blocks.Count > 0 && line.Length > 0 && blocks[^1].Length > 0 && Marker(line).Length == 0)
            {
                blocks[^1] += " " + line;
            }
            else
            {
                blocks.Add(line);
            }
        }

        return blocks;
    }

    private static void Append(StringBuilder wrapped, string block)
    {
        var indent = new string(' ', Marker(block).Length);
        var column = 0;
        foreach (var word in block.Split(' '))
        {
            if (column > indent.Length && column + 1 + word.Length > Width)
            {
                wrapped.Append('\n').Append(indent);
                column = indent.Length;
            }
            else if (column > 0)
            {
                wrapped.Append(' ');
                column++;
            }

            wrapped.Append(word);
            column += word.Length;
        }

        wrapped.Append('\n');
    }

    /// <summary>The mark that begins a list item, with its space: <c>- </c> or <c>1. </c>; empty elsewhere.</summary>
    private static string Marker(string line) => line switch
    {
        ['-', ' ', ..] => line[..2],
        [>= '1' and <= '9', '.', ' ', ..] => line[..3],
        _ => "",
    };
}
