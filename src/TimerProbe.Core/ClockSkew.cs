namespace TimerProbe.Core;

/// <summary>The problem of a clock that does not agree with the one of this machine.</summary>
public static class ClockSkew
{
    public static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(60);

    /// <summary>The problem with the clock of a server; null when it agrees.</summary>
    public static Problem? Of(string server, TimeSpan ahead) => !Is(ahead) ? null
        : Problem.Create(
            ProblemCode.ClockApart, $"the clock of {server} is {PlainText.Span(ahead)} {Side(ahead)} this machine's", ProblemSubject.Server(server));

    /// <summary>The problem with the clock of a store; null when it agrees.</summary>
    public static Problem? OfStore(TimeSpan ahead) => !Is(ahead) ? null
        : Problem.Create(
            ProblemCode.ClockApart,
            $"the clock of the store is {PlainText.Span(ahead)} {Side(ahead)} this machine's: what is saved is dated by the store's");

    public static Problem OfHosts(string server, TimeSpan ahead) => Problem.Create(
        ProblemCode.ClockApart,
        $"the clock of {server} is {PlainText.Span(ahead)} {Side(ahead)} its hosts': times of events are shown by the hosts' clocks",
        ProblemSubject.Server(server));

    /// <summary>The end of a sentence, such as <c>was set back by 40 days</c>; null when it is within the tolerance.</summary>
    public static string? StepText(TimeSpan step) =>
        Is(step) ? $"was set {(step > TimeSpan.Zero ? "ahead" : "back")} by {PlainText.Span(step)}" : null;

    public static bool Is(TimeSpan apart) => apart.Duration() > Tolerance;

    /// <summary>The difference in whole seconds, without a negative zero, which JSON would write as <c>-0</c>.</summary>
    public static double WholeSeconds(TimeSpan apart) => Math.Round(apart.TotalSeconds) + 0.0;

    private static string Side(TimeSpan ahead) => ahead > TimeSpan.Zero ? "ahead of" : "behind";
}
