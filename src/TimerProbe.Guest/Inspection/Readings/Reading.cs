namespace TimerProbe.Guest.Inspection.Readings;

/// <summary>A figure, or a sentence that says why it could not be had; neither when it does not apply here.</summary>
internal readonly record struct Reading<T>(T? Value, string? Why)
{
    /// <summary>The figure understood, or the same reason.</summary>
    public Reading<TResult> Then<TResult>(Func<T, Reading<TResult>> understand) =>
        Value is { } value ? understand(value) : new Reading<TResult>(default, Why);
}

internal static class Reading
{
    public static Reading<T> Of<T>(T value) => new(value, Why: null);

    public static Reading<T> Missing<T>(string why) => new(default, why);
}
