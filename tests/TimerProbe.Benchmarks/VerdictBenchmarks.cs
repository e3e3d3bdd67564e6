using BenchmarkDotNet.Attributes;

namespace TimerProbe.Benchmarks;

/// <summary>The whole verdict: every clock of this machine, warm-up included, until it is decided.</summary>
[MemoryDiagnoser]
public class VerdictBenchmarks
{
    private ClockSet? _clocks;
    private ClockPath _path;

    /// <summary>Opens the clocks and reads the way their reads take.</summary>
    [GlobalSetup]
    public void Open()
    {
        _clocks = ClockSet.Open(useStub: true);
        _path = ClockPath.From(MachineInspector.ReadQuick());
    }

    /// <summary>Closes them.</summary>
    [GlobalCleanup]
    public void Close() => _clocks?.Dispose();

    /// <summary>Measures and judges.</summary>
    [Benchmark]
    public Verdict Verdict()
    {
        var measured = new ClockMeasurement(_clocks!.All, _path, TimeProvider.System).Run(MeasuringPlan.DefaultBudget, CancellationToken.None);
        return measured.Judge(cancelled: false);
    }
}
