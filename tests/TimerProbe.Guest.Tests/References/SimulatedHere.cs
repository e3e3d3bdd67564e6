namespace TimerProbe.Guest.Tests.References;

/// <summary>Clocks here whose time passes when they are read, when something waits, and when they are told to.</summary>
/// <param name="perReadMs">What passes with each reading.</param>
internal sealed class SimulatedHere(double perReadMs = 0.1)
{
    private double _trueNs;

    /// <summary>By how much the counter runs too fast.</summary>
    public double CounterPpm { get; init; }

    /// <summary>By how much a time service makes precise time run faster than the counter.</summary>
    public double CorrectedPpm { get; init; }

    /// <summary>True time in seconds.</summary>
    public double Seconds => _trueNs / 1e9;

    public bool Wait(TimeSpan time, CancellationToken cancellationToken)
    {
        Pass(time);
        return !cancellationToken.IsCancellationRequested;
    }

    public void Pass(TimeSpan time) => _trueNs += time.TotalNanoseconds;

    public LocalMoment Now()
    {
        _trueNs += perReadMs * 1e6;
        var counter = _trueNs * (1 + (CounterPpm / 1e6));
        return new LocalMoment(counter * (1 + (CorrectedPpm / 1e6)), counter);
    }
}
