namespace TimerProbe.Server.Tests.Running;

/// <summary>Waits for what has to come about.</summary>
internal static class Until
{
    private static readonly TimeSpan MaxLength = TimeSpan.FromMinutes(3);

    /// <summary>Asks until the answer is yes, at most three minutes: much longer than anything takes that is waited for, on a machine that has nothing else to do.</summary>
    /// <param name="isTrue">The question.</param>
    /// <param name="what">What has not come about otherwise.</param>
    /// <returns>How long it took.</returns>
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
    /// <param name="work">The work.</param>
    /// <param name="what">What has not ended otherwise.</param>
    public static async Task EndedAsync(Task work, Func<string> what)
    {
        await work.WaitAsync(MaxLength, Cancel).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Assert.True(work.IsCompleted, what());
        await work;
    }
}
