using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Access;

/// <summary>Notes in the store when tokens were used, once a minute and at the end.</summary>
internal sealed class TokenUses(KnownTokens tokens, FleetStore store, TimeProvider time) : BackgroundService
{
    private static readonly TimeSpan Pace = TimeSpan.FromMinutes(1);

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await NoteAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Pace, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            await NoteAsync(stoppingToken);
        }
    }

    private async Task NoteAsync(CancellationToken cancel)
    {
        if (tokens.TakeUses() is not { Count: > 0 } uses)
        {
            return;
        }

        try
        {
            await store.Tokens.NoteUseAsync(uses, cancel);
        }
        catch (StoreException)
        {
            // The store is away: what is lost is when a token was last used.
        }
    }
}
