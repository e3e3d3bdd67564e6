using BenchmarkDotNet.Attributes;

namespace TimerProbe.Benchmarks;

/// <summary>A read of precise time, as <c>tests/compare</c> puts it beside the others.</summary>
public unsafe class PreciseTimeBenchmarks
{
    /// <summary>One call: all the looping is BenchmarkDotNet's.</summary>
    [Benchmark]
    public long BareCall()
    {
        var slots = stackalloc long[2];
        PreciseTime.Read(slots);
        return slots[0];
    }
}
