namespace TimerProbe.Cli.Output;

/// <summary>
/// What the destination of text can show. <c>Width</c> is in columns; without <c>Unicode</c> only ASCII may be used.
/// </summary>
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
}
