namespace TimerProbe.Core.Statistics;

/// <summary>The TSC's rate as SQL Server shows it: <c>cpu_ticks</c> against <c>ms_ticks</c> of <c>sys.dm_os_sys_info</c>.</summary>
/// <param name="Rate">The rate; null when it is unavailable.</param>
public sealed record TickRate(Frequency? Rate, PartsPerMillion? Uncertainty, string? Why)
{
    /// <summary><c>ms_ticks</c> may advance in steps of 16 ms: 500 ppm of half a minute, so a shorter run says too little.</summary>
    public const double MinSeconds = 30;

    /// <summary>The step of the system's tick count on Windows, 15.625 ms, rounded up.</summary>
    public const double StepMs = 16;

    public static TickRate From(IReadOnlyList<(long CpuTicks, long MsTicks)> samples)
    {
        if (samples.Count < 2)
        {
            return Without("it takes two readings of cpu_ticks and ms_ticks");
        }

        if (samples.Any(sample => sample is not { CpuTicks: > 0, MsTicks: > 0 }))
        {
            return Without("the server reports no cpu_ticks or ms_ticks");
        }

        var pairs = samples.Zip(samples.Skip(1));
        if (pairs.Any(pair => pair.Second.CpuTicks <= pair.First.CpuTicks || pair.Second.MsTicks < pair.First.MsTicks))
        {
            return Without("the counters went back or stood still during the run");
        }

        var overMs = (double)(samples[^1].MsTicks - samples[0].MsTicks);
        if (overMs < MinSeconds * 1000)
        {
            return Without("the run was shorter than 30 s");
        }

        var rate = Frequency.FromKilohertz((samples[^1].CpuTicks - samples[0].CpuTicks) / overMs);
        return rate.IsOfClock
            ? new TickRate(rate, new PartsPerMillion(StepMs / overMs * 1e6), Why: null)
            : Without("cpu_ticks and ms_ticks give a rate that no clock has");
    }

    private static TickRate Without(string why) => new(Rate: null, Uncertainty: null, why);
}
