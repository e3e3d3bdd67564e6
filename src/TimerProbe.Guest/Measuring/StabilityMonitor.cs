using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Asks, after the measurement and spread over what follows it, whether precise time still costs what was measured. A steady clock
/// pays a fraction of a millisecond for it; only signs of a change lead to a longer look.
/// </summary>
/// <param name="precise">Precise time.</param>
/// <param name="measured">What was measured of it.</param>
/// <param name="stoppage">When it has to end.</param>
internal sealed class StabilityMonitor(ITimedCalls precise, BatchSeries measured, StopCondition stoppage)
{
    private readonly Duration _median = measured.Quantile(0.5);
    private Stalls _stalls;
    private bool _isSuspicious;

    /// <summary>Whether the cost may be taken as steady where no change was found: nothing spoke against it, or it was looked at for long enough.</summary>
    public bool IsComplete { get; private set; } = true;

    /// <summary>Notes a sign of a change.</summary>
    public void Suspect(bool sign) => _isSuspicious |= sign;

    /// <summary>Measures two batches again: when both are off, it was no interruption.</summary>
    /// <param name="before">The time that was lost to others since the look before: with much of it, two looks may have fallen into turns that are alike.</param>
    public void Look(Stalls before)
    {
        _stalls += before;
        Suspect(_stalls.AreLong(TimeSpan.FromMicroseconds(_stalls.Ran.Nanoseconds / 1000)));
        if (!_isSuspicious && !stoppage.IsDue)
        {
            _isSuspicious = IsOff() && IsOff();
        }
    }

    /// <summary>How the cost differs between processors; null when it does not.</summary>
    public ClockChange? LookAt(IReadOnlyList<LogicalProcessor> processors)
    {
        var look = new ProcessorLook(precise, processors, stoppage.Part(MeasuringPlan.LongestProcessorLook));
        var (change, restless) = look.Measure(_median);
        Suspect(restless);
        return change;
    }

    /// <summary>How the cost changed, where there were signs of it; null when it did not.</summary>
    public ClockChange? Conclude()
    {
        if (!_isSuspicious)
        {
            return null;
        }

        var probe = new PhaseProbe(precise, new ArithmeticControl(), stoppage.Part(MeasuringPlan.LongestPhaseProbe));
        var change = probe.Measure(_median);
        IsComplete = probe.IsComplete;
        return change;
    }

    private bool IsOff() =>
        ChangeSigns.IsOff(precise.Run(measured.CallsPerBatch).Nanoseconds / measured.CallsPerBatch, _median.Nanoseconds);
}
