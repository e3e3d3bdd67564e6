using BenchmarkDotNet.Attributes;

namespace TimerProbe.Benchmarks;

/// <summary>A read of precise time: by itself, in a plain loop, and in one of our batches.</summary>
public unsafe class PreciseTimeBenchmarks
{
    private const int Calls = 1024;

    private ClockSet? _clocks;
    private ITimedCalls? _batch;

    /// <summary>Opens the clocks.</summary>
    [GlobalSetup]
    public void Open()
    {
        _clocks = ClockSet.Open(useStub: false);
        _batch = _clocks.All.First(clock => clock.Source == ClockSource.PreciseTime).Calls;
    }

    /// <summary>Closes them.</summary>
    [GlobalCleanup]
    public void Close() => _clocks?.Dispose();

    /// <summary>One call: all the looping is BenchmarkDotNet's.</summary>
    [Benchmark(Baseline = true)]
    public long BareCall()
    {
        var slots = stackalloc long[2];
        PreciseTime.Read(slots);
        return slots[0];
    }

    /// <summary>Calls in a loop that nobody unrolled.</summary>
    [Benchmark(OperationsPerInvoke = Calls)]
    public long PlainLoop()
    {
        var slots = stackalloc long[2];
        for (var i = 0; i < Calls; i++)
        {
            PreciseTime.Read(slots);
        }

        return slots[0];
    }

    /// <summary>The same calls as <c>check</c> makes them, timestamps around them included.</summary>
    [Benchmark(OperationsPerInvoke = Calls)]
    public Duration Batch() => _batch!.Run(Calls);
}
