namespace TimerProbe.Server;

/// <summary>
/// A part of a node that works in the background, round by round. Whatever a round throws ends neither the part nor the node: it
/// is logged once, and the next round comes after a pause.
/// </summary>
public abstract class NodePart(Faults faults, TimeProvider time) : BackgroundService
{
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private protected Faults Faults => faults;

    private protected TimeProvider Time => time;

    protected abstract Task RoundAsync(CancellationToken stopping);

    protected sealed override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await RoundAsync(stoppingToken);
                faults.End(NodeLog.Node, GetType().Name);
            }
#pragma warning disable CA1031 // A part that fails is no reason to end the others.
            catch (Exception ex) when (!stoppingToken.IsCancellationRequested)
#pragma warning restore CA1031
            {
                faults.Begin(NodeLog.Node, GetType().Name, $"{GetType().Name} failed and goes on: {ex.Message}", ex);
                await Task.Delay(Pause, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (OperationCanceledException)
            {
                // The node ends.
            }
        }
    }
}
