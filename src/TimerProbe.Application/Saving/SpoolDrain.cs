using System.Globalization;
using TimerProbe.Files;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

/// <summary>Saves the runs that wait for a store, the oldest first, each exactly once.</summary>
/// <param name="spool">The runs.</param>
/// <param name="alerts">How runs are saved of which alerts are to be made; null to leave those to a run that sends some.</param>
/// <param name="context">For whom.</param>
internal sealed class SpoolDrain(RunSpool spool, SaveOptions? alerts, UseCaseContext context)
{
    /// <summary>None is begun later: who has just measured waits for it.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private int _saved;
    private int _failed;

    /// <summary>Saves what waits; nothing while another process does.</summary>
    /// <exception cref="StoreException">The store refuses; what it did not take still waits.</exception>
    public async Task RunAsync(FleetStore store, CancellationToken cancel)
    {
        var waiting = spool.List();
        if (waiting.Count == 0 || spool.TryLock() is not { } held)
        {
            return;
        }

        using (held)
        {
            try
            {
                await SaveAsync(store, cancel);
            }
            finally
            {
                Tell();
            }
        }
    }

    private async Task SaveAsync(FleetStore store, CancellationToken cancel)
    {
        var start = context.Time.GetTimestamp();
        foreach (var run in spool.List()
            .Where(run => alerts is not null || !run.Tells)
            .TakeWhile(_ => context.Time.GetElapsedTime(start) < Limit))
        {
            try
            {
                await run.Read(cancel)
                    .SaveAsync(store, new SaveOptions { IsDeferred = true, Alerts = run.Tells ? alerts?.Alerts : null }, cancel);
                run.Remove();
                _saved++;
            }
            catch (FileRefusedException) when (!Path.Exists(run.Path))
            {
                // It was dropped for newer ones meanwhile.
            }
            catch (Exception wrong) when (wrong is FileRefusedException
                or StoreException { Kind: StoreErrorKind.NotKept }
                or ArgumentException
                or FormatException
                or OverflowException)
            {
                spool.SetAside(run);
                context.Dialog.Complain($"{run.Path} was not saved and is set aside: {wrong.Message}");
            }
            catch (StoreException refused) when (refused.Kind == StoreErrorKind.Failed)
            {
                // Perhaps it is this run alone that the store does not take: the others do not wait for it.
                if (_failed++ == 0)
                {
                    context.Dialog.Complain($"{run.Path} was not saved, and still waits: {refused.Message}");
                }
            }
        }
    }

    private void Tell()
    {
        if (_saved > 0)
        {
            context.Dialog.Progress(string.Create(
                CultureInfo.InvariantCulture,
                $"saved from {spool.Folder}: {_saved:N0} earlier {(_saved == 1 ? "run" : "runs")} that waited for the store"));
        }
    }
}
