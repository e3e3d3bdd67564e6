using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>Every clock of this machine, with the memory that some of them need.</summary>
public sealed class ClockSet : IDisposable
{
    private readonly ExecutableStub _stub;

    private ClockSet(ExecutableStub stub)
    {
        _stub = stub;
        All =
        [
            PreciseTimeClock.Open(),
            CoarseTimeClock.Open(),
            CounterClock.Open(),
            TimestampCounterClock.Open(stub),
            TimestampCounterOrderedClock.Open(stub),
            VmExitClock.Open(),
            EmptyCallClock.Open(stub),
        ];
    }

    /// <summary>Every source in the order of its enumeration, those that do not exist here too.</summary>
    public IReadOnlyList<Clock> All { get; }

    /// <summary>The clock by which a machine is judged.</summary>
    public Clock PreciseTime => All[(int)ClockSource.PreciseTime];

    /// <summary>Opens the clocks.</summary>
    /// <param name="useStub">Whether to allocate the few bytes of executable memory that reading the TSC by itself takes.</param>
    public static ClockSet Open(bool useStub) =>
        new(useStub ? ExecutableStub.Create() : ExecutableStub.Without("turned off by --no-stub"));

    /// <inheritdoc/>
    public void Dispose() => _stub.Dispose();
}
