namespace TimerProbe.Fleet.Store.Saving;

/// <summary>How much is done at once while others wait: about what takes a quarter of a second.</summary>
/// <param name="time">The clock.</param>
/// <param name="first">How much the first step is.</param>
/// <param name="most">How much one may be.</param>
internal sealed class StepSize(TimeProvider time, long first, long most)
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(120);
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(300);

    /// <summary>How much the next step is.</summary>
    public long Size { get; private set; } = first;

    /// <summary>Takes a step.</summary>
    public Task<T> TimeAsync<T>(Func<Task<T>> step) => TimeAsync(_ => step());

    /// <summary>Takes a step that others are waited for first.</summary>
    /// <param name="step">The step; it calls what it is given when nobody is waited for any more.</param>
    public async Task<T> TimeAsync<T>(Func<Action, Task<T>> step)
    {
        var start = time.GetTimestamp();
        var result = await step(() => start = time.GetTimestamp());
        var taken = time.GetElapsedTime(start);
        Size = taken > Long ? Math.Max(1, Size / 2) : taken < Short ? Math.Min(most, Size * 2) : Size;
        return result;
    }
}
