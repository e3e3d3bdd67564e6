using TimerProbe.Core.Documents;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Scan;

/// <summary>One simulated vCenter with labelled machines for the tests of a class, and one scan of it that they look at.</summary>
public sealed class LabelledFleet : IAsyncLifetime
{
    internal SimulatedVCenter VCenter { get; private set; } = null!;

    internal ProgramResult Result { get; private set; } = null!;

    internal ScanDocument Document { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        VCenter = await SimulatedVCenter.StartAsync();
        (Result, Document) = await VCenter.Scan("--performance").ToDocumentAsync();
    }

    public ValueTask DisposeAsync()
    {
        VCenter?.Dispose();
        return ValueTask.CompletedTask;
    }
}
