namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Asks after the measurement, spread over what follows it, whether precise time still costs what was measured. That takes a
/// fraction of a millisecond of a steady clock; only signs of a change lead to a longer look.
/// </summary>
internal sealed class StabilityMonitor(ITimedCalls precise, BatchSeries measured, StopCondition stoppage)
{
    private readonly Duration _median = measured.Quantile(0.5);
    private Stalls _stalls;
    private bool _isSuspicious;

    public bool IsComplete { get; private set; } = true;

    public void Suspect(bool sign) => _isSuspicious |= sign;

    public void Look(Stalls before)
    {
        _stalls += before;
        Suspect(_stalls.AreLong(TimeSpan.FromMicroseconds(_stalls.Ran.Nanoseconds / 1000)));
        if (!_isSuspicious && !stoppage.IsDue)
        {
            _isSuspicious = IsOff() && IsOff();
        }
    }

    public ClockChange? LookAt(IReadOnlyList<LogicalProcessor> processors)
    {
        var look = new ProcessorLook(precise, processors, stoppage.Part(MeasuringPlan.MaxProcessorLook));
        var (change, restless) = look.Measure(_median);
        Suspect(restless);
        return change;
    }

    public ClockChange? Conclude()
    {
        if (!_isSuspicious)
        {
            return null;
        }

        var probe = new PhaseProbe(precise, new ArithmeticControl(), stoppage.Part(MeasuringPlan.MaxPhaseProbe));
        var change = probe.Measure(_median);
        IsComplete = probe.IsComplete;
        return change;
    }

    private bool IsOff() =>
        ChangeSigns.IsOff(precise.Run(measured.CallsPerBatch).Nanoseconds / measured.CallsPerBatch, _median.Nanoseconds);
}
