namespace TimerProbe.Guest.Tests.Watching;

public sealed class ReferenceMeterTests
{
    private readonly FakeTime _time = new();
    private readonly List<string> _complaints = [];

    [Fact]
    public void Rates_come_with_every_answer_after_the_first()
    {
        var meter = Meter(number => Reading.From<ReferenceReading?>(At(number, uncertaintyNs: 5e5)));
        Assert.Null(Next(meter)); // asked
        Assert.Null(Next(meter)!.Value.Rates); // the first answer
        var told = Next(meter)!.Value;
        Assert.Equal((64_000 * 0.002, 0.5), (Math.Round(told.Offset!.Value.Ms, 3), told.Offset.Value.UncertaintyMs));
        Assert.Equal(64, told.Rates!.OverSeconds);
        Assert.Equal(2_000, told.Rates.CounterAgainstReferencePpm!.Value.Value, 1.0);
        Assert.Empty(_complaints);
    }

    [Fact]
    public void Between_two_questions_nothing_is_asked()
    {
        var asked = 0;
        var meter = Meter(_ => Reading.From<ReferenceReading?>(At(asked++, 1)));
        for (var i = 0; i < 13; i++)
        {
            meter.Take();
            _time.Advance(new Duration(10e9));
        }

        Assert.Equal(2, asked);
    }

    [Fact]
    public void A_server_far_away_is_compared_over_as_long_as_it_takes_to_be_sharp()
    {
        var meter = Meter(number => Reading.From<ReferenceReading?>(At(number, uncertaintyNs: 15e6)));
        var told = Enumerable.Range(0, 30).Select(_ => Next(meter)?.Rates).OfType<DriftFacts>().ToList();
        Assert.Equal([64, 128, 192, 256, 320, 320, 320], told.Take(7).Select(rates => rates.OverSeconds));
        Assert.InRange(told[^1].UncertaintyPpm!.Value.Value, 90, 100);
    }

    [Fact]
    public void One_that_never_gets_sharp_is_compared_over_the_last_sixteen()
    {
        var meter = Meter(number => Reading.From<ReferenceReading?>(At(number, uncertaintyNs: 1e9)));
        Assert.Equal(16 * 64, Enumerable.Range(0, 40).Select(_ => Next(meter)?.Rates?.OverSeconds).ToList()[^1]);
    }

    [Fact]
    public void Silence_is_complained_of_once_and_again_after_an_answer()
    {
        var meter = Meter(number => number is 2 ? Reading.From<ReferenceReading?>(At(number, 1)) : Reading.Missing<ReferenceReading?>("no answer within a second"));
        var told = Enumerable.Range(0, 6).Select(_ => Next(meter)).ToList();
        Assert.Equal("no answer within a second", told[1]!.Value.Why);
        Assert.Equal(2, _complaints.Count);
        Assert.StartsWith("the NTP server ntp.example.org: no answer within a second; until it answers", _complaints[0], StringComparison.Ordinal);
    }

    [Fact]
    public void One_that_refused_is_asked_much_later()
    {
        var asked = 0;
        var server = new FakeReference(_ =>
        {
            asked++;
            return Reading.Missing<ReferenceReading?>("it wants to be asked less often (RATE)");
        })
        { HasRefused = true };
        var meter = new ReferenceMeter(server, _time, _complaints.Add, read => Task.FromResult(read()));
        for (var i = 0; i < 17; i++)
        {
            Next(meter);
        }

        Assert.Equal(2, asked);
    }

    [Fact]
    public void What_was_forgotten_is_not_compared()
    {
        var meter = Meter(number => Reading.From<ReferenceReading?>(At(number, 1)));
        Next(meter);
        Next(meter);
        meter.Forget();
        Assert.Null(Next(meter));
        Assert.Null(Next(meter)!.Value.Rates);
        Assert.NotNull(Next(meter)!.Value.Rates);
    }

    private static ReferenceReading At(int number, double uncertaintyNs)
    {
        var counter = number * 64e9 * 1.002;
        return new ReferenceReading(number * 64_000_000_000L, new LocalMoment((long)counter, counter), uncertaintyNs);
    }

    private ReferenceMeter Meter(Func<int, Reading<ReferenceReading?>> answer) =>
        new(new FakeReference(answer), _time, _complaints.Add, read => Task.FromResult(read()));

    private (DriftFacts? Rates, string? Why, (double Ms, double UncertaintyMs)? Offset)? Next(ReferenceMeter meter)
    {
        var told = meter.Take();
        _time.Advance(new Duration(64e9));
        return told;
    }
}
