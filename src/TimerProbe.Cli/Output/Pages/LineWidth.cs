using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output;

/// <summary>The room that a line takes on a terminal: some characters take two columns, some none.</summary>
internal static class LineWidth
{
    public static int Of(string line) => line.Length == 0 ? 0 : new Segment(line).CellCount();

    public static string Fit(string line, int columns, TextStyle style)
    {
        if (Of(line) <= columns)
        {
            return line;
        }

        var cut = new StringBuilder();
        foreach (var rune in line.EnumerateRunes())
        {
            if (Of(cut.ToString() + rune) > columns - Of(style.Ellipsis))
            {
                break;
            }

            cut.Append(rune);
        }

        return cut.ToString().TrimEnd() + style.Ellipsis;
    }
}
