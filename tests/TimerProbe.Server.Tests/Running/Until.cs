namespace TimerProbe.Server.Tests.Running;

/// <summary>Waits for what has to come about.</summary>
internal static class Until
{
    private static readonly TimeSpan MaxLength = TimeSpan.FromMinutes(3);

    /// <summary>Asks until the answer is yes, three minutes at most, which is much longer than anything takes; how long it took.</summary>
    public static async Task<TimeSpan> Async(Func<Task<bool>> isTrue, Func<string> what)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (!await isTrue())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < MaxLength, what());
            await Task.Delay(200, Cancel);
        }

        return TimeProvider.System.GetElapsedTime(start);
    }

    /// <summary>Waits for what has to end, for as long as <see cref="Async"/>.</summary>
    public static async Task EndedAsync(Task work, Func<string> what)
    {
        await work.WaitAsync(MaxLength, Cancel).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Assert.True(work.IsCompleted, what());
        await work;
    }
}
