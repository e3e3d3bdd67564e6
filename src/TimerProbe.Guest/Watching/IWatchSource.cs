using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;

namespace TimerProbe.Guest.Watching;

/// <summary>Where samples come from.</summary>
public interface IWatchSource
{
    /// <summary>What time it is.</summary>
    WatchMoment Now();

    /// <summary>The processor time this process has used so far.</summary>
    TimeSpan CpuTime();

    /// <summary>Takes a sample.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="late">How long after it was due.</param>
    /// <param name="path">The way a clock read takes here.</param>
    /// <param name="cancel">Ends it at once; the sample is then not to be used.</param>
    WatchSample Take(long number, TimeSpan late, ClockPath path, CancellationToken cancel);
}
