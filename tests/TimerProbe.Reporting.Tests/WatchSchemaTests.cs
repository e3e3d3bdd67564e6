namespace TimerProbe.Reporting.Tests;

public sealed class WatchSchemaTests
{
    [Fact]
    public async Task Lines_of_every_event_are_what_the_schema_says_and_read_again()
    {
        var lines = Lines();
        Assert.Equal(Enum.GetValues<WatchEvent>(), lines.Select(line => line.Event).Distinct().Order());
        foreach (var line in lines)
        {
            var json = WatchJson.Write(line);
            await DocumentSchema.AssertValidAsync(Encoding.UTF8.GetString(json), "timerprobe.watch.1.json");
            Assert.Equal(json, WatchJson.Write(WatchJson.Read(json)));
        }
    }

    private static List<WatchLine> Lines()
    {
        var state = Samples.State();
        var against = new DriftFacts(64)
        {
            PreciseAgainstReferencePpm = new PartsPerMillion(20),
            CounterAgainstReferencePpm = new PartsPerMillion(-77_067),
            UncertaintyPpm = new PartsPerMillion(3),
        };
        state.Take(new HostReading(Samples.Start, "0xaa", Frequency.FromMegahertz(2494)));
        state.Take(new HostReading(Samples.Start, "0xbb", null));
        return
        [
            state.Start(),
            .. state.Feed(Samples.Numbers(1, 363).Select(number => Samples.Native(number))),
            .. state.Feed([.. Samples.Numbers(364, 366).Select(number => Samples.Trapped(number))]),
            .. state.Feed([Samples.Trapped(367) with { Rates = against }, Samples.Trapped(368) with { Rates = against }]),
            .. state.Feed([Samples.Trapped(369) with { Moment = Samples.At(369, awayMs: 5000), NoReferenceReason = "no answer" }]),
            state.Stop(Samples.At(370)),
        ];
    }
}
