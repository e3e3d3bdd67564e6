using Spectre.Console;

namespace TimerProbe.Cli.Output;

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
