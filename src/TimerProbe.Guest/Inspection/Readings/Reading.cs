using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

namespace TimerProbe.Guest.Inspection.Readings;

/// <summary>A figure, or a sentence that says why it could not be had; neither when it does not apply here.</summary>
internal sealed record Reading<T>(T? Value, string? Why)
{
    /// <summary>The reason as data, where another program's words stand in it; null else.</summary>
    public Problem? WhyDetails { get; init; }

    /// <summary>The figure understood, or the same reason.</summary>
    public Reading<TResult> Then<TResult>(Func<T, Reading<TResult>> understand) =>
        Value is { } value ? understand(value) : Missing<TResult>();

    /// <summary>The same reason why there is no other figure either.</summary>
    public Reading<TResult> Missing<TResult>() => new(default, Why) { WhyDetails = WhyDetails };

    /// <summary>The reason as documents have it; null when there is none.</summary>
    public Unavailable? Unavailable(string what) => Why is null ? null : new(what, Why) { WhyDetails = WhyDetails };
}

internal static class Reading
{
    public static Reading<T> From<T>(T value) => new(value, Why: null);

    public static Reading<T> Missing<T>(string why) => new(default, why);

    public static Reading<T> Missing<T>(Problem why) => new(default, why.Text) { WhyDetails = why };
}
