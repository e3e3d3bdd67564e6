namespace TimerProbe.Server.Hosting;

/// <summary>The life of a host that <see cref="ServerCommandLine"/> ends: no second one listens for signals.</summary>
internal sealed class EndedByCommandLine : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
