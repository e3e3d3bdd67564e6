using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output;

/// <summary>What the destination of text can show. <c>Width</c> is in columns; without <c>Unicode</c> only ASCII may be used.</summary>
internal sealed record TextStyle(int Width, bool Colour, bool Unicode)
{
    public const int Narrowest = 20;

    public static readonly TextStyle ForFile = new(Width: 110, Colour: false, Unicode: true);

    /// <summary>Whether characters beyond WGL4, the 652 of every font of Windows' own consoles, may be used too.</summary>
    public bool Symbols { get; init; } = true;

    public string Separator => Unicode ? " · " : " - ";

    public string Block => Unicode ? "█" : "#";

    public string Warning => Unicode && Symbols ? "⚠ " : "! ";

    public string Arrow => Unicode ? "→" : "->";

    public string Ellipsis => Unicode ? "…" : "...";

    /// <summary>The columns that a line takes on a terminal: some characters take two, some none.</summary>
    public static int GetWidth(string line) => line.Length == 0 ? 0 : new Segment(line).CellCount();

    public string Fit(string line, int columns)
    {
        if (GetWidth(line) <= columns)
        {
            return line;
        }

        var cut = new StringBuilder();
        foreach (var rune in line.EnumerateRunes())
        {
            if (GetWidth(cut.ToString() + rune) > columns - GetWidth(Ellipsis))
            {
                break;
            }

            cut.Append(rune);
        }

        return cut.ToString().TrimEnd() + Ellipsis;
    }
}
