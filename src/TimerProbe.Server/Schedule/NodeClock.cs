using TimerProbe.Fleet;

namespace TimerProbe.Server.Schedule;

/// <summary>Measures how far this machine's clock is from the store's.</summary>
internal sealed class NodeClock(FleetStore store, StoreTime storeTime)
{
    /// <summary>Beyond this a node takes no work: a scheduler asks for clocks within a second of each other.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(500);

    /// <summary>A slow answer looks like a clock that is off: so many are asked for before one is believed.</summary>
    private const int Tries = 3;

    /// <summary>How far this machine's clock is ahead of the store's; a file goes by this machine's.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<TimeSpan> MeasureAsync(CancellationToken cancel)
    {
        if (store.Target.File is not null)
        {
            return TimeSpan.Zero;
        }

        var best = (await store.ReadClockAsync(cancel)).Ahead;
        for (var i = 1; i < Tries && best.Duration() > Limit; i++)
        {
            var next = (await store.ReadClockAsync(cancel)).Ahead;
            best = next.Duration() < best.Duration() ? next : best;
        }

        storeTime.Ahead = best;
        return -best;
    }
}
