namespace TimerProbe.Guest.Inspection;

/// <summary>Gives slow readers their time and no more.</summary>
internal static class TimeLimit
{
    /// <summary>What a slow reader may take.</summary>
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(2);

    /// <summary>Runs a reader on a thread of its own, and leaves it there when it does not answer in time.</summary>
    public static Reading<T> Run<T>(Func<Reading<T>> read, CancellationToken cancel, TimeSpan? limit = null)
    {
        var allowed = limit ?? Default;
        try
        {
            var reading = Task.Factory.StartNew(read, cancel, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            return reading.Wait((int)allowed.TotalMilliseconds, cancel) ? reading.Result : Reading.Missing<T>(Exceeded(allowed));
        }
        catch (OperationCanceledException)
        {
            return Reading.Missing<T>(Cancelled);
        }
    }

    public const string Cancelled = "cancelled before it was read";

    public static string Exceeded(TimeSpan limit) => $"no answer within {limit.TotalSeconds:0.#} s";
}
