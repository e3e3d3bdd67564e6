using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;
using static TimerProbe.Core.Tests.Watching.Samples;

namespace TimerProbe.Core.Tests.Watching;

/// <summary>Counts the memory of the whole process, and so runs beside nothing else.</summary>
[CollectionDefinition(nameof(FlatMemoryTests), DisableParallelization = true)]
[Collection(nameof(FlatMemoryTests))]
public sealed class FlatMemoryTests
{
    private const int SamplesADay = 8640;
    private const long Allowed = 256 * 1024;

    [Fact]
    [Trait("Takes", "seconds")]
    public void Four_weeks_take_no_more_memory_than_a_day()
    {
        var state = State(summaryEvery: TimeSpan.FromHours(1));
        var lines = Watch(state, 1, SamplesADay);
        var afterADay = GC.GetTotalMemory(forceFullCollection: true);
        for (var day = 1; day < 28; day++)
        {
            lines += Watch(state, (day * SamplesADay) + 1, (day + 1) * SamplesADay);
        }

        var grown = GC.GetTotalMemory(forceFullCollection: true) - afterADay;
        Assert.True(grown < Allowed, $"grown by {grown:N0} bytes");
        Assert.Equal(28 * SamplesADay, state.Snapshot().Samples.Taken);
        Assert.True(lines > 28 * 24, $"{lines} lines");
    }

    // A busy month: a change every hour, drift, a new session, and a clock that is set now and then.
    private static long Watch(WatchState state, int from, int to)
    {
        var lines = 0L;
        for (var number = from; number <= to; number++)
        {
            var noise = 1 + (number * 7919 % 100 / 400.0);
            var sample = (number / 360 % 2 == 0 ? Native(number, noise) : Trapped(number, noise)) with
            {
                Moment = At(number, awayMs: number / 1000 * 200),
                Costs = [new SourceCosts(ClockSource.PreciseTime, [.. Enumerable.Range(0, 32).Select(batch => noise * (20 + batch))])],
                Drift = number % 6 == 0 ? new DriftFacts(60, new PartsPerMillion(number / 600 % 2 * 900), new PartsPerMillion(10)) : null,
            };
            lines += state.Take(sample).Count;
            lines += number % 6 == 0 ? state.Take(new HostClockReading(sample.Moment.Wall, sample.Moment.Elapsed, $"0x{number / 100:x}", HostHz: null, VirtualTscHz: null)).Count : 0;
        }

        return lines;
    }
}
