namespace TimerProbe.VSphere.Inventory;

/// <summary>Tasks of one purpose: when one fails, the others are of no use.</summary>
internal static class LinkedTasks
{
    /// <summary>Waits for all of them; a failure ends the others and is thrown when they are still, before what that cancelled.</summary>
    public static async Task WhenAllAsync(CancellationTokenSource ending, params Task[] tasks)
    {
        try
        {
            await foreach (var done in Task.WhenEach(tasks))
            {
                await done;
            }
        }
        catch
        {
            await ending.CancelAsync();
            await Task.WhenAll(tasks).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (Array.Find(tasks, task => task.IsFaulted) is { } failed)
            {
                await failed;
            }

            throw;
        }
    }
}
