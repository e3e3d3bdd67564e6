using System.Globalization;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

/// <summary>Removes what is older than it is to be kept, a little after each scan.</summary>
public static class Retention
{
    /// <summary>After this no further step is begun: a scan is not to wait for what the next one can do.</summary>
    private static readonly TimeSpan Most = TimeSpan.FromSeconds(2);

    /// <summary>Removes runs that are older than an age; null keeps all. What the store refuses of it stops no scan.</summary>
    public static async Task ApplyAsync(FleetStore store, TimeSpan? age, UseCaseContext context, CancellationToken cancel)
    {
        if (age is not { } saved)
        {
            return;
        }

        try
        {
            var pruned = await store.PruneAsync((await store.ReadClockAsync(cancel)).Now - saved, new PruneOptions { Most = Most }, cancel);
            if (pruned.Runs > 0)
            {
                context.Dialog.Progress(string.Create(
                    CultureInfo.InvariantCulture, $"runs that are older than they are to be kept: {pruned.Runs:N0} removed"));
            }
        }
        catch (StoreException refused)
        {
            context.Dialog.Complain($"runs that are older than they are to be kept were not removed: {refused.Message}");
        }
    }
}
