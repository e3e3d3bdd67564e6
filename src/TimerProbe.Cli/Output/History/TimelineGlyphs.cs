namespace TimerProbe.Cli.Output;

/// <summary>The characters of a line of time: what is bad is high or dark.</summary>
internal sealed class TimelineGlyphs(TextStyle style)
{
    private const int MaxInDigit = 9;

    private static readonly List<string> MostSevere =
    [
        "connected", "home", "healthy", "off", "unknown", "unclear", "check", "maintenance", "suspicious", "away", "notConnected", "slow",
    ];

    public static int GetSeverity(TimelineSpan stretch) => MostSevere.IndexOf(stretch.Kind) + stretch.Count;

    public static char Of(MarkKind mark) => mark switch
    {
        MarkKind.Move => 'm',
        MarkKind.Power => 'p',
        MarkKind.Setting => 'c',
        MarkKind.Session => 's',
        _ => 'n',
    };

    public char OfPlace(TimelineSpan stretch) => stretch switch
    {
        { Count: > MaxInDigit } => '+',
        { Count: > 0 and var count } => (char)('0' + count),
        { Kind: "away" } => style.Unicode ? '█' : '#',
        { Kind: "home" or "connected" } => style.Unicode ? '─' : '-',
        { Kind: "off" } => style.Unicode ? '·' : '.',
        { Kind: "maintenance" } => 'm',
        { Kind: "notConnected" } => 'x',
        _ => '?',
    };

    public char OfClock(TimelineSpan stretch) => stretch.Kind switch
    {
        "healthy" => Of('▁', '_', '_'),
        "check" => Of('▃', '░', '-'),
        "suspicious" => Of('▅', '▒', '='),
        "slow" => Of('█', '█', '#'),
        _ => '?',
    };

    // WGL4 has no blocks of an eighth: there dark is bad.
    private char Of(char symbol, char inWgl4, char inAscii) => !style.Unicode ? inAscii : style.Symbols ? symbol : inWgl4;
}
