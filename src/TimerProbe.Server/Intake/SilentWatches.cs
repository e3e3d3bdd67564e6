namespace TimerProbe.Server.Intake;

/// <summary>Finds the watches that fell silent, each minute, once this node has listened long enough to have heard them.</summary>
internal sealed class SilentWatches(ServerContext context, AlertSender alerts) : NodePart(context.Faults, context.Time)
{
    private const string Part = "watches";

    /// <summary>A watch that could not submit tries again within ten minutes.</summary>
    private static readonly TimeSpan Listening = TimeSpan.FromMinutes(15);

    private static readonly TimeSpan Every = TimeSpan.FromMinutes(1);

    private readonly TimeProvider _time = context.Time;
    private long _since = context.Time.GetTimestamp();

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        await Task.Delay(Every, _time, stopping);
        try
        {
            if (_time.GetElapsedTime(_since) >= Listening
                && await context.Store.Watches.FindSilentAsync(alerts.OfConfiguration()?.Options, stopping) is { Count: > 0 })
            {
                context.WakeAlertSender();
            }

            context.Faults.End(Faults.Store, Part);
        }
        catch (StoreException ex)
        {
            _since = _time.GetTimestamp();
            context.Faults.Begin(Faults.Store, Part, ex.Message);
        }
    }
}
