using TimerProbe.Fleet;

namespace TimerProbe.Application.Saving;

/// <summary>
/// The way to a store that may be away: it is opened when it is needed, and one that refused for now is asked again after a while.
/// </summary>
internal sealed class StoreConnection(Func<CancellationToken, Task<FleetStore>> open, TimeProvider time) : IAsyncDisposable
{
    /// <summary>A store that refused is asked again after so long: who measures does not wait for it twice.</summary>
    private static readonly TimeSpan AskAgainAfter = TimeSpan.FromSeconds(30);

    private UseCaseException? _refused;
    private long _refusedAt;

    /// <summary>The store, once it was opened.</summary>
    public FleetStore? Store { get; private set; }

    /// <summary>Opens the store if it is not open; why it is away otherwise.</summary>
    /// <exception cref="UseCaseException">It refuses for good.</exception>
    public async Task<UseCaseException?> TryAsync(CancellationToken cancel)
    {
        if (_refused is not null && time.GetElapsedTime(_refusedAt) < AskAgainAfter)
        {
            return _refused;
        }

        try
        {
            Store ??= await open(cancel);
            return null;
        }
        catch (UseCaseException away) when (StoreAccessor.IsAway(away))
        {
            Refused(away);
            return away;
        }
    }

    public void Refused(UseCaseException away) => (_refused, _refusedAt) = (away, time.GetTimestamp());

    public void Worked() => _refused = null;

    public ValueTask DisposeAsync() => Store?.DisposeAsync() ?? ValueTask.CompletedTask;
}
