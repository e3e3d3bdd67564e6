namespace TimerProbe.Guest.Tests.References;

/// <summary>Clocks here whose time passes when they are read, when something waits, and when they are told to.</summary>
/// <param name="perReadMs">What passes with each reading.</param>
internal sealed class SimulatedHere(double perReadMs = 0.1)
{
    /// <summary>True time 0, in ns since 1970: the beginning of 2026 by the servers here.</summary>
    private const long Since1970 = 1_767_225_600_000_000_000;

    private double _trueNs;

    /// <summary>By how much precise time is ahead of true time.</summary>
    public double AheadMs { get; set; }

    /// <summary>By how much the counter runs too fast.</summary>
    public double CounterPpm { get; init; }

    /// <summary>By how much a time service makes precise time run faster than the counter.</summary>
    public double CorrectedPpm { get; init; }

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
        return new LocalMoment((long)((counter * (1 + (CorrectedPpm / 1e6))) + (AheadMs * 1e6)) + Since1970, counter);
    }
}
