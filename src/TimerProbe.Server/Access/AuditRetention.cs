using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Access;

/// <summary>Removes entries of the audit trail that are older than the configuration says, once an hour.</summary>
internal sealed class AuditRetention(ServerContext context) : BackgroundService
{
    public static readonly TimeSpan Usual = TimeSpan.FromDays(400);

    private static readonly TimeSpan Pace = TimeSpan.FromHours(1);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Pace, context.Time);
        do
        {
            try
            {
                await context.Store.Audit.PruneAsync(context.Configuration.Server?.AuditRetention ?? Usual, stoppingToken);
            }
            catch (StoreException)
            {
                // The store is away, which other parts report; an hour more does no harm.
            }
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }
}
