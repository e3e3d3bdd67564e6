using System.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output;

/// <summary>What the destination of text can show. <c>Width</c> is in columns; without <c>Unicode</c> only ASCII may be used.</summary>
internal sealed record TextStyle(int Width, bool Colour, bool Unicode)
{
    /// <summary>A narrower terminal is written as if it were this wide.</summary>
    public const int Narrowest = 20;

    /// <summary>Wide enough for every column, plain, the same everywhere.</summary>
    public static readonly TextStyle ForFile = new(Width: 110, Colour: false, Unicode: true);

    /// <summary>Whether characters beyond WGL4, the 652 of every font of Windows' own consoles, may be used too.</summary>
    public bool Symbols { get; init; } = true;

    public string Separator => Unicode ? " · " : " - ";

    public string Block => Unicode ? "█" : "#";

    public string Warning => Unicode && Symbols ? "⚠ " : "! ";

    public string Arrow => Unicode ? "→" : "->";

    public string Ellipsis => Unicode ? "…" : "...";
}

internal static class Styles
{
    public static readonly Style Strong = new(decoration: Decoration.Bold);
    public static readonly Style Faint = new(decoration: Decoration.Dim);
    private static readonly Style Good = new(Color.Green, decoration: Decoration.Bold);
    private static readonly Style Doubtful = new(Color.Yellow, decoration: Decoration.Bold);
    private static readonly Style Bad = new(Color.Red, decoration: Decoration.Bold);

    /// <summary>None, typed: a bare null beside a style would be text that is read as one.</summary>
    public static Style? None => null;

    public static Style Of(ClockState state) => state switch
    {
        ClockState.Healthy => Good,
        ClockState.Slow => Bad,
        _ => Doubtful,
    };

    public static Style Of(Severity severity) => severity switch
    {
        Severity.Critical => Bad,
        Severity.Warning => Doubtful,
        _ => Strong,
    };
}

/// <summary>The room that a line takes on a terminal: some characters take two columns, some none.</summary>
internal static class LineWidth
{
    public static int Of(string line) => line.Length == 0 ? 0 : new Segment(line).CellCount();

    /// <summary>The line cut to so many columns, with an ellipsis where something is missing.</summary>
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
