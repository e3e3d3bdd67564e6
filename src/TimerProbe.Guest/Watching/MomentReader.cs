using TimerProbe.Core.Watching;

namespace TimerProbe.Guest.Watching;

/// <summary>Reads the wall clock and the clocks nobody sets at one moment.</summary>
/// <param name="time">The wall clock.</param>
public sealed class MomentReader(TimeProvider time)
{
    private const int Tries = 3;

    /// <summary>The moment. Of a few tries the one that took least: being interrupted between two clocks must not pass for a step of one.</summary>
    public WatchMoment Read()
    {
        var (shortest, best) = (TimeSpan.MaxValue, default(WatchMoment));
        for (var i = 0; i < Tries; i++)
        {
            var before = SleepClocks.Elapsed();
            var wall = time.GetUtcNow();
            var after = SleepClocks.Elapsed();
            if (after - before < shortest)
            {
                (shortest, best) = (after - before, new WatchMoment(wall, before + ((after - before) / 2), SleepClocks.Awake()));
            }
        }

        return best;
    }
}
