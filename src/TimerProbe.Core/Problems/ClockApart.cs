using System.Globalization;

namespace TimerProbe.Core.Problems;

/// <summary>What is said of a clock that does not agree with the one of this machine.</summary>
public static class ClockApart
{
    /// <summary>As far apart two clocks may be without a word: how long a request took is within it.</summary>
    public static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(60);

    /// <summary>The problem with the clock of a server; null when it agrees.</summary>
    /// <param name="server">The server, as it was asked by.</param>
    /// <param name="ahead">How far its clock is ahead of this machine's; negative when it is behind.</param>
    public static Problem? Of(string server, TimeSpan ahead) => !Is(ahead) ? null
        : Problem.Create(
            ProblemCode.ClockApart, $"the clock of {ProblemArgument.Server(server)} is {Amount(ahead)} {Side(ahead)} this machine's");

    /// <summary>The problem with the clock of a store; null when it agrees.</summary>
    /// <param name="ahead">How far its clock is ahead of this machine's; negative when it is behind.</param>
    public static Problem? OfStore(TimeSpan ahead) => !Is(ahead) ? null
        : Problem.Create(
            ProblemCode.ClockApart,
            $"the clock of the store is {Amount(ahead)} {Side(ahead)} this machine's: what is saved is dated by the store's");

    /// <summary>Whether two clocks do not agree.</summary>
    public static bool Is(TimeSpan apart) => apart.Duration() > Tolerance;

    /// <summary>The difference in whole seconds, of which a negative zero, which JSON would write as <c>-0</c>, is none.</summary>
    public static double WholeSeconds(TimeSpan apart) => Math.Round(apart.TotalSeconds) + 0.0;

    private static ProblemArgument Side(TimeSpan ahead) => ProblemArgument.Term(ahead > TimeSpan.Zero ? "ahead of" : "behind");

    private static ProblemArgument Amount(TimeSpan ahead) => ProblemArgument.Term(ahead.Duration() switch
    {
        { TotalDays: >= 2 } days => string.Create(CultureInfo.InvariantCulture, $"{days.TotalDays:N1} days"),
        { TotalHours: >= 2 } hours => string.Create(CultureInfo.InvariantCulture, $"{hours.TotalHours:N1} hours"),
        { TotalMinutes: >= 2 } minutes => string.Create(CultureInfo.InvariantCulture, $"{minutes.TotalMinutes:N1} minutes"),
        var seconds => string.Create(CultureInfo.InvariantCulture, $"{seconds.TotalSeconds:N0} seconds"),
    });
}
