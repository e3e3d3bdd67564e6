namespace TimerProbe.Server.Tests.Running;

/// <summary>A node that shows the sample of a scan, for the tests of a class that only read.</summary>
public sealed class SharedFleet : IAsyncLifetime
{
    internal FleetNode Fleet { get; private set; } = null!;

    public async ValueTask InitializeAsync() => Fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);

    public ValueTask DisposeAsync() => Fleet.DisposeAsync();
}
