using TimerProbe.Application.Alerting;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Keeping;

/// <summary>A run beside a store: kept there or not, with alerts of what it changed or without.</summary>
public sealed class KeptRun(FleetStore? store, bool saves, RunAlerts? alerts) : IAsyncDisposable
{
    /// <summary>The store; null when none is of use.</summary>
    public FleetStore? Store => store;

    /// <summary>The store that the run is kept in; null when it is not.</summary>
    public FleetStore? Target => saves ? store : null;

    /// <summary>How long runs are kept; null for ever.</summary>
    public TimeSpan? Retention { get; init; }

    /// <summary>Who is told of changes; null for nobody.</summary>
    public RunAlerts? Alerts => alerts;

    /// <summary>Keeps the run, if it is to be kept, and sends the alerts that are due.</summary>
    /// <exception cref="UseCaseException">The store refuses.</exception>
    public async Task SaveAsync(Func<FleetStore, SaveOptions?, Task<SavedRun>> save, CancellationToken cancel)
    {
        if (Target is { } target)
        {
            await StoreAccessor.GuardAsync(() => save(target, alerts?.Options));
            await (alerts?.DeliverAsync(target, cancel) ?? Task.CompletedTask);
        }
    }

    /// <summary>Closes the store.</summary>
    public ValueTask DisposeAsync() => store?.DisposeAsync() ?? ValueTask.CompletedTask;
}
