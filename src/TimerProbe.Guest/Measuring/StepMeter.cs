namespace TimerProbe.Guest.Measuring;

/// <summary>Sees that something set precise time, by the counter that nothing sets.</summary>
internal sealed class StepMeter(Func<LocalMoment> now)
{
    private const double MinStepNs = 50e6;

    /// <summary>No time service corrects faster: chrony by 8.3 % at most (maxslewrate).</summary>
    private const double MaxSlew = 0.1;

    private const int MaxSteps = 1_000;

    private readonly List<TimeStep> _steps = [];
    private readonly LocalMoment _start = now();
    private LocalMoment? _last;

    public IReadOnlyList<TimeStep> Steps => _steps;

    public void Look()
    {
        var (moment, last) = (now(), _last ?? _start);
        _last = moment;
        var passed = moment.CounterNs - last.CounterNs;
        var by = moment.PreciseNs - last.PreciseNs - passed;
        if (Math.Abs(by) > MinStepNs + (MaxSlew * Math.Max(0, passed)) && _steps.Count < MaxSteps)
        {
            _steps.Add(new TimeStep(Math.Round((moment.CounterNs - _start.CounterNs) / 1e6), Math.Round(by / 1e6, 3)));
        }
    }
}
