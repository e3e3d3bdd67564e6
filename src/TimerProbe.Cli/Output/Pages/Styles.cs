namespace TimerProbe.Cli.Output;

internal static class Styles
{
    public static readonly Style Strong = new(decoration: Decoration.Bold);
    public static readonly Style Faint = new(decoration: Decoration.Dim);
    private static readonly Style Ok = new(Color.Green, decoration: Decoration.Bold);
    private static readonly Style Warning = new(Color.Yellow, decoration: Decoration.Bold);
    private static readonly Style Error = new(Color.Red, decoration: Decoration.Bold);

    /// <summary>None, typed: a bare null beside a style would be text that is read as one.</summary>
    public static Style? None => null;

    public static Style Of(ClockState state) => state switch
    {
        ClockState.Healthy => Ok,
        ClockState.Slow => Error,
        _ => Warning,
    };

    public static Style Of(Severity severity) => severity switch
    {
        Severity.Critical => Error,
        Severity.Warning => Warning,
        _ => Strong,
    };
}
