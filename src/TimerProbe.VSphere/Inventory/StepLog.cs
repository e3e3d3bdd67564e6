using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Sessions;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Runs the steps of a reading and notes what each costs, in the order they end.</summary>
internal sealed class StepLog(VSphereSession session, IProgress<InventoryProgress>? progress)
{
    private readonly Lock _lock = new();
    private readonly List<ScanStep> _steps = [];

    public IReadOnlyList<ScanStep> Steps
    {
        get
        {
            lock (_lock)
            {
                return [.. _steps];
            }
        }
    }

    public async Task<T> RunAsync<T>(string name, Func<Step, Task<T>> run)
    {
        var clock = session.Options.TimeProvider;
        var start = clock.GetTimestamp();
        var step = new Step(name, progress);
        try
        {
            return await run(step);
        }
        finally
        {
            step.End();
            lock (_lock)
            {
                _steps.Add(
                    new ScanStep(session.Server.ToString(), name, clock.GetElapsedTime(start).TotalMilliseconds, step.Meter.Requests));
            }
        }
    }
}

internal sealed class Step(string name, IProgress<InventoryProgress>? progress)
{
    private const int Stride = 1_000;

    private int _count;

    public RequestMeter Meter { get; } = new();

    public void Advance()
    {
        if (++_count % Stride == 0)
        {
            progress?.Report(new InventoryProgress(name, _count));
        }
    }

    public void End() => progress?.Report(new InventoryProgress(name, _count));
}
