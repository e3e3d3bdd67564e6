[assembly: AssemblyFixture(typeof(LabelledVCenter))]

namespace TimerProbe.EndToEnd.Scan;

/// <summary>One simulated vCenter with labelled machines, which nobody changes, and one scan of it, started for the first test that needs it.</summary>
public sealed class LabelledVCenter : IAsyncDisposable
{
    private readonly Lazy<Task<(SimulatedVCenter, ScanDocument)>> _fleet = new(() => Task.Run(StartAsync));

    public async ValueTask DisposeAsync()
    {
        if (_fleet is { IsValueCreated: true, Value.IsCompletedSuccessfully: true })
        {
            (await _fleet.Value).Item1.Dispose();
        }
    }

    internal Task<(SimulatedVCenter VCenter, ScanDocument Document)> GetAsync() => _fleet.Value;

    private static async Task<(SimulatedVCenter, ScanDocument)> StartAsync()
    {
        var vcenter = await SimulatedVCenter.StartAsync();
        return (vcenter, (await vcenter.Scan("--performance").ToDocumentAsync()).Document);
    }
}

/// <summary>What the tests of a class look at of <see cref="LabelledVCenter"/>.</summary>
public sealed class LabelledFleet(LabelledVCenter shared) : IAsyncLifetime
{
    internal SimulatedVCenter VCenter { get; private set; } = null!;

    internal ScanDocument Document { get; private set; } = null!;

    public async ValueTask InitializeAsync() => (VCenter, Document) = await shared.GetAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
