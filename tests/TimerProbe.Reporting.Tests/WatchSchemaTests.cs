using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Tests.Watching;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;
using TimerProbe.Tests.Shared;

namespace TimerProbe.Reporting.Tests;

public sealed class WatchSchemaTests
{
    [Fact]
    public async Task Lines_of_every_kind_are_what_the_schema_says()
    {
        var lines = Lines();
        Assert.Equal(10, lines.Select(line => line.GetType()).Distinct().Count());
        foreach (var line in lines)
        {
            await DocumentSchema.AssertValidAsync(Encoding.UTF8.GetString(WatchJson.Write(line)), "timerprobe.watch.1.json");
        }
    }

    private static List<WatchLine> Lines()
    {
        var state = Samples.State(samples: true, summaryEvery: TimeSpan.FromMinutes(1));
        var home = new HostClockReading(Samples.Start, TimeSpan.Zero, "0xaa", Frequency.FromMegahertz(2494), Frequency.FromMegahertz(2494));
        state.Take(home);
        var drift = new DriftFacts(60, new PartsPerMillion(900), new PartsPerMillion(3));
        var against = new ReferenceRates(64, new PartsPerMillion(20), new PartsPerMillion(-77_067), new PartsPerMillion(3), 0);
        return
        [
            state.Started,
            .. state.Feed(Samples.Numbers(1, 5).Select(number => Samples.Native(number) with { Costs = [new SourceCosts(ClockSource.PreciseTime, [24, 25])] })),
            .. state.Take(home with { At = Samples.At(5).Wall, Elapsed = Samples.At(5).Elapsed, SessionId = "0xbb" }),
            .. state.Feed(Samples.Numbers(6, 9).Select(number => Samples.Trapped(number) with { Moment = Samples.At(number, awayMs: 5000), Late = TimeSpan.FromSeconds(number), Drift = drift, AgainstReference = against })),
            .. state.End(WatchEnd.Stopped, Samples.At(9), TimeSpan.Zero),
        ];
    }
}
