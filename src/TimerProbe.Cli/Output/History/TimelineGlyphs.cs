using TimerProbe.Reporting.History;

namespace TimerProbe.Cli.Output.History;

/// <summary>The characters of a line of time: what is bad is high or dark.</summary>
/// <param name="unicode">Whether more than ASCII may be used.</param>
internal sealed class TimelineGlyphs(bool unicode)
{
    private const int MostInDigit = 9;

    private static readonly List<string> Gravest = ["connected", "home", "healthy", "off", "unknown", "unclear", "check", "maintenance", "suspicious", "away", "notConnected", "slow"];

    public static int Gravity(Stretch stretch) => Gravest.IndexOf(stretch.Kind) + stretch.Count;

    public static char Of(MarkKind mark) => mark switch
    {
        MarkKind.Move => 'm',
        MarkKind.Power => 'p',
        MarkKind.Setting => 'c',
        MarkKind.Session => 's',
        _ => 'n',
    };

    public char OfPlace(Stretch stretch) => stretch switch
    {
        { Count: > MostInDigit } => '+',
        { Count: > 0 and var count } => (char)('0' + count),
        { Kind: "away" } => unicode ? '█' : '#',
        { Kind: "home" or "connected" } => unicode ? '─' : '-',
        { Kind: "off" } => unicode ? '·' : '.',
        { Kind: "maintenance" } => 'm',
        { Kind: "notConnected" } => 'x',
        _ => '?',
    };

    public char OfClock(Stretch stretch) => stretch.Kind switch
    {
        "healthy" => unicode ? '▁' : '_',
        "check" => unicode ? '▃' : '-',
        "suspicious" => unicode ? '▅' : '=',
        "slow" => unicode ? '█' : '#',
        _ => '?',
    };
}
