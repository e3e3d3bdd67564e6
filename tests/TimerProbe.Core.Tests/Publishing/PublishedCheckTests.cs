namespace TimerProbe.Core.Tests.Publishing;

public sealed class PublishedCheckTests
{
    private const string Agreed =
        """{"v":1,"t":"2026-11-21T03:00:00Z","id":"0198f0c2-0000-7000-8000-000000000001","boot":"6f1c","state":"slow","cause":"tscTrapped","conf":"measured","ns":{"precise":1180,"rdtsc":1090,"exit":1070},"tscHz":2494000000,"tool":"0.2.0","sql":true}""";

    private static readonly DateTimeOffset At = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private static readonly PublishedCheck Slow = new()
    {
        MeasuredAt = At,
        Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000001"),
        Boot = "6f1c",
        State = ClockState.Slow,
        Cause = ClockCause.TscTrapped,
        Confidence = Confidence.Measured,
        PreciseTime = new Duration(1180),
        TimestampCounter = new Duration(1090),
        VmExit = new Duration(1070),
        VirtualTscHz = new Frequency(2_494_000_000),
        ToolVersion = "0.2.0",
        SqlServer = true,
    };

    private static Gen<double> Figures => Gen.OneOf(
        Gen.Choose(-10, 2_000_000)
            .Select(figure => figure / 10.0),
                Gen.Elements(0, -1, double.NaN, double.PositiveInfinity, double.MaxValue, double.Epsilon, 1e9, 1e-3));

    private static Gen<string?> Texts => Gen.OneOf(
        Gen.Constant<string?>(null), Gen.Elements<string?>("", "0.2.0-rc.1+0123456789abcdef", "\"},{", "żółć", "\0",
            new string('x', 5_000)), Gen.Choose(32, 1000).ArrayOf()
                .Select(codes => (string?)string.Concat(codes.Select(code => (char)code))));

    private static Gen<PublishedCheck> Checks =>
        from seconds in Gen.Choose(0, int.MaxValue)
        from boot in Texts
        from tool in Texts
        from state in Gen.Elements(Enum.GetValues<ClockState>())
        from cause in Gen.Elements(Enum.GetValues<ClockCause>())
        from confidence in Gen.OneOf(
            Gen.Constant<Confidence?>(null), Gen.Elements(Enum.GetValues<Confidence>()).Select(element => (Confidence?)element))
        from precise in Figures
        from rdtsc in Figures
        from exit in Figures
        from hertz in Gen.Elements(0, -1, 1, 2_494_000_000, long.MaxValue, 2_593_905_000)
        from sql in Gen.Elements(true, false)
        select new PublishedCheck
        {
            MeasuredAt = DateTimeOffset.UnixEpoch.AddYears(30).AddSeconds(seconds),
            Id = Guid.NewGuid(),
            Boot = boot,
            State = state,
            Cause = state == ClockState.Healthy ? ClockCause.None : cause,
            Confidence = confidence,
            PreciseTime = new Duration(precise),
            TimestampCounter = new Duration(rdtsc),
            VmExit = new Duration(exit),
            VirtualTscHz = new Frequency(hertz),
            ToolVersion = tool ?? "",
            SqlServer = sql,
        };

    [Fact]
    public void It_is_written_as_it_was_agreed()
    {
        Assert.Equal(Agreed, PublishedCheckJson.Write(Slow));
        Assert.Equal((Slow, null), PublishedCheckJson.Read(Agreed));
    }

    [Fact]
    public void Whatever_is_written_is_read_again() => Prop.ForAll(Checks.ToArbitrary(), check =>
    {
        var value = PublishedCheckJson.Write(check);
        Assert.InRange(value.Length, 1, PublishedCheckJson.MaxLength);
        Assert.All(value, letter => Assert.InRange(letter, ' ', '~'));
        var (read, why) = PublishedCheckJson.Read(value);
        Assert.Null(why);
        Assert.Equal((check.MeasuredAt, check.Id, check.State, check.Cause, check.Confidence, check.SqlServer),
            (read!.MeasuredAt, read.Id, read.State, read.Cause, read.Confidence, read.SqlServer));
        Assert.Equal(value, PublishedCheckJson.Write(read));
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(2_000)));

    [Fact]
    public void A_check_and_a_watch_publish_what_they_found()
    {
        var facts = GuestFactsBuilder.WindowsOnVMware;
        var check = Again(PublishedCheck.From(new Measured(facts.Machine, facts.Clocks, facts.Control, facts.Verdict), new ToolInfo("0.2.0")));
        Assert.Equal(
            (At, facts.Verdict.State, facts.Verdict.Cause, facts.Verdict.Confidence, facts.Machine.Hypervisor.VirtualTscHz),
            (check.MeasuredAt, check.State, check.Cause, check.Confidence, check.VirtualTscHz));
        Assert.Equal(facts.Clocks.Single(clock => clock.Source == ClockSource.VmExit).CallNs!.Median, check.VmExit);

        var state = new WatchState(new ToolInfo("0.2.0"), facts.Machine, new WatchMoment(At, TimeSpan.Zero, TimeSpan.Zero));
        Assert.Null(state.ToPublish());
        var verdict = new WatchVerdict(ClockState.Slow, ClockCause.TscTrapped, new Duration(1180.24), new Duration(1090), VmExitNs: null);
        var lines = Enumerable.Range(1, 4).Select(i => state.Take(
            new WatchSample(new WatchMoment(At.AddSeconds(i), TimeSpan.FromSeconds(i), TimeSpan.FromSeconds(i)), verdict,
                Starved: false))).ToList();
        var watched = Again(state.ToPublish()!);
        Assert.Equal((At.AddSeconds(4), lines[2]!.Id, ClockState.Slow, new Duration(1180.2), null),
            (watched.MeasuredAt, watched.Id, watched.State, watched.PreciseTime!.Value, watched.VmExit));
    }

    [Fact]
    public void What_it_costs_within_a_state_is_no_news()
    {
        Assert.True(Slow.IsEquivalentTo(Slow with { Id = Guid.NewGuid(), MeasuredAt = At.AddHours(1), PreciseTime = new Duration(1300), VmExit = null }));
        Assert.All(
            new[] { Slow with { State = ClockState.Suspicious }, Slow with { Cause = ClockCause.Unknown }, Slow with { Boot = "2" },
                Slow with { ToolVersion = "0.3.0" }, Slow with { SqlServer = false }, Slow with { VirtualTscHz = null } },
            other => Assert.False(Slow.IsEquivalentTo(other)));
    }

    [Theory]
    [InlineData("", "it is not a JSON object, or not a whole one")]
    [InlineData("1", "it is not a JSON object, or not a whole one")]
    [InlineData("[]", "it is not a JSON object, or not a whole one")]
    [InlineData("{}", "it names no version")]
    [InlineData("{\"v\":\"1\"}", "it names no version")]
    [InlineData("{\"v\":2,\"anything\":[]}", "this release does not know its version, 2")]
    [InlineData("{\"v\":1}", "its t is missing or cannot be")]
    [InlineData("{\"v\":1,\"v\":1}", "it is not a JSON object, or not a whole one")]
    [InlineData("{\"v\":1,\"x\":[[[[[[[[[[[]]]]]]]]]]]}", "it is not a JSON object, or not a whole one")]
    [InlineData("{\"v\":1,\n}", "it holds characters that are not printable ASCII")]
    [InlineData("{\"v\":1,\"boot\":\"\u0430\"}", "it holds characters that are not printable ASCII")]
    public void What_is_none_is_refused_with_a_reason(string value, string why) => Assert.Equal(why, PublishedCheckJson.Read(value).Why?.Text);

    [Theory]
    [InlineData("\"slow\"", "\"Slow\"", "state")]
    [InlineData("\"slow\"", "3", "state")]
    [InlineData("\"slow\"", "\"\\ud800\"", null)]
    [InlineData("\"tscTrapped\"", "\"gremlins\"", "cause")]
    [InlineData("\"measured\"", "\"certain\"", "conf")]
    [InlineData("1180", "0", "precise")]
    [InlineData("1180", "1e308", "precise")]
    [InlineData("1180", "1e999", "precise")]
    [InlineData("1180", "\"1180\"", "precise")]
    [InlineData("1180", "NaN", null)]
    [InlineData("2494000000", "2494000000.5", "tscHz")]
    [InlineData("2494000000", "99999999999999999999999", "tscHz")]
    [InlineData("2494000000", "1", "tscHz")]
    [InlineData("2026-11-21T03:00:00Z", "2026-11-21T03:00:00+01:00", "t")]
    [InlineData("2026-11-21T03:00:00Z", "2026-02-30T03:00:00Z", "t")]
    [InlineData("2026-11-21T03:00:00Z", "0001-01-01T00:00:00Z", "t")]
    [InlineData("2026-11-21T03:00:00Z", "9999-12-31T23:59:59Z", "t")]
    [InlineData("0198f0c2-0000-7000-8000-000000000001", "00000000-0000-0000-0000-000000000000", "id")]
    [InlineData("0198f0c2-0000-7000-8000-000000000001", "{0198f0c2-0000-7000-8000-000000000001}", "id")]
    [InlineData("6f1c", "<script>", "boot")]
    [InlineData("6f1c", "", "boot")]
    [InlineData("0.2.0", "=cmd|' /C calc'!A0", "tool")]
    [InlineData("true}", "1}", "sql")]
    [InlineData("{\"precise\"", "[{\"precise\"", null)]
    [InlineData("\"t\"", "\"T\"", "t")]
    public void One_thing_that_cannot_be_refuses_all_of_it(string written, string forged, string? member)
    {
        Assert.Contains(written, Agreed, StringComparison.Ordinal);
        var (check, why) = PublishedCheckJson.Read(Agreed.Replace(written, forged, StringComparison.Ordinal));
        Assert.Null(check);
        Assert.True(member is null || why!.Text == $"its {member} is missing or cannot be", why!.Text);
    }

    [Fact]
    public void A_healthy_clock_has_no_cause() =>
        Assert.Equal("it calls the clock healthy and names a cause", PublishedCheckJson.Read(Agreed.Replace("\"slow\"", "\"healthy\"", StringComparison.Ordinal)).Why?.Text);

    [Fact]
    public void What_a_later_release_adds_within_the_version_is_passed_over() =>
        Assert.Equal(Slow, PublishedCheckJson.Read(Agreed.Replace("{\"v\":1,", "{\"v\":1,\"new\":{\"list\":[1,\"two\"]},", StringComparison.Ordinal)).Check);

    [Fact]
    public void Up_to_the_longest_it_is_read()
    {
        var room = PublishedCheckJson.MaxLength - Agreed.Length - "\"x\":\"\",".Length;
        string Padded(int by) => "{\"x\":\"" + new string('x', by) + "\"," + Agreed[1..];
        Assert.NotNull(PublishedCheckJson.Read(Padded(room)).Check);
        Assert.Equal("it is longer than 1000 characters", PublishedCheckJson.Read(Padded(room + 1)).Why?.Text);
    }

    [Fact]
    public void Ten_thousand_hostile_values_do_no_harm_and_none_is_believed()
    {
        var random = new Random(20261122);
        var believed = 0;
        for (var number = 0; number < Cases.Of(10_000); number++)
        {
            var value = Hostile(random, number);
            var (check, why) = PublishedCheckJson.Read(value);
            Assert.True(check is null != why is null);
            Assert.True(why is null || why.Text!.Length < 200);
            believed += check is null ? 0 : 1;
        }

        Assert.Equal(0, believed);
    }

    private static PublishedCheck Again(PublishedCheck check) => PublishedCheckJson.Read(PublishedCheckJson.Write(check)).Check!;

    /// <summary>Values that a guest may hold instead: torn, flipped, repeated, nested, and not JSON at all; never one that could be true.</summary>
    private static string Hostile(Random random, int number) => (number % 8) switch
    {
        0 => Agreed[..random.Next(Agreed.Length)],
        1 => Agreed[random.Next(1, Agreed.Length)..],
        2 => new string('{', random.Next(1, 40_000)),
        3 => string.Concat(Enumerable.Range(0, random.Next(1, 2_000)).Select(_ => (char)random.Next(0x10000))),
        4 => Agreed.Insert(random.Next(1, Agreed.Length), ((char)random.Next(0x80, 0x3000)).ToString()),
        5 => Agreed.Replace("{\"v\":1,", "{\"v\":1," + string.Concat(Enumerable.Repeat("\"v\":1,", random.Next(1, 500))), StringComparison.Ordinal),
        6 => Agreed.Replace("1180", "1" + new string('0', random.Next(10, 900)), StringComparison.Ordinal),
        _ => Encoding.Latin1.GetString([.. Agreed.Select(letter => (byte)(letter ^ (byte)(1 << random.Next(8))))]),
    };

    private sealed record Measured(MachineFacts Machine, IReadOnlyList<ClockFacts> Clocks, ControlFacts Control, Verdict Verdict) : IGuestCheck
    {
        public Guid Id { get; } = Guid.CreateVersion7(At);

        public DateTimeOffset StartedAt => At.AddMilliseconds(900);
    }
}
