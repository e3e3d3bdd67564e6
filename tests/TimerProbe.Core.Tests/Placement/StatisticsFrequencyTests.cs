namespace TimerProbe.Core.Tests.Placement;

public sealed class StatisticsFrequencyTests
{
    [Fact]
    public void Stretches_take_memory_by_the_samples_not_by_the_samples_and_frequencies()
    {
        const int samples = 20_000;
        var frequencies = new StatisticsFrequency(new FrequencyRules(FrequencyRules.DefaultTolerance), Enumerable.Range(0, 1_000)
            .Select(i => new HostFacts { Name = $"esx{i}", Id = $"{i}", Hz = new Frequency(1_000_000_000 + (5_000_000L * i)) }));
        var line = Enumerable.Range(0, samples).Select(
            i => new CpuSample(DateTimeOffset.UnixEpoch.AddMinutes(5 * i), DateTimeOffset.UnixEpoch.AddMinutes(5 * (i + 1)), 5_000,
                4_000)).ToList();
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Equal(2_000_000_000, Assert.Single(frequencies.GetStretches(line, 4, new StatisticsCut())).Hz.Hertz);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000 * samples);
    }

    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);
    private static readonly StatisticsCut Cut = new();
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);
    private static readonly DateTimeOffset Start = SimulatedMachine.Start;

    [Theory]
    [InlineData("machine", 4606.164e6, 4608.295e6)]
    [InlineData("host", 11398.783e6, 11399.250e6)]
    public void A_hundred_captured_samples_share_one_rate(string entity, double low, double high)
    {
        var samples = Captured(entity);
        Assert.Equal(100, samples.Count);
        var shared = samples.Aggregate(FrequencyRange.All, (range, sample) => range.Intersect(sample.CoreFrequency(1, cut: 1)));
        Assert.InRange(shared.Low, low, high);
        Assert.InRange(shared.High, low, high);
        Assert.InRange(shared.Width, 0, 0.001);
        // Of nothing known but the samples, the rate is told to a tenth of a per cent, and holds what all of them share.
        var home = new StatisticsFrequency(Rules, []).GetHome(samples, 1, Start, Cut);
        Assert.NotNull(home.Evidence);
        Assert.InRange(home.Evidence.LowHz.Hertz, low * 0.999, shared.Low + 1);
        Assert.InRange(home.Evidence.HighHz.Hertz, shared.High - 1, high * 1.001);
    }

    [Fact]
    public void The_class_is_told_to_its_hosts_hertz()
    {
        var home = Of([2_394_000_000, 2_394_400_000, 2_593_905_000]).GetHome(Steady(2_394_100_000, 4, 0.2), 4, Start, Cut);
        Assert.Equal((2_394_000_000, 2_394_400_000), (home.Evidence!.LowHz.Hertz, home.Evidence.HighHz.Hertz));
        Assert.Equal((HomeSource.Statistics, EvidenceCertainty.Inferred, Start),
            (home.Evidence.Source, home.Evidence.Certainty, home.Evidence.At));
        Assert.Equal("vCenter's CPU statistics of 2026-08-01 00:00 to 2026-08-03 00:00 UTC fit 2,394.000 MHz to 2,394.400 MHz", home.Evidence.Says);
    }

    [Fact]
    public void A_period_that_began_before_the_power_on_does_not_count()
    {
        var samples = Steady(2_593_905_000, 4, 0.2);
        var moved = samples.Select((sample, i) => i == 0 ? Sample(Start, Day, 2_394_000_000, 4, 0.2) : sample).ToList();
        Assert.Equal(2_593_905_000, Of([2_394_000_000, 2_593_905_000]).GetHome(moved, 4, Start.AddMinutes(1), Cut).Evidence!.LowHz.Hertz);
    }

    [Fact]
    public void One_sample_is_no_agreement()
    {
        var frequencies = Of([2_394_000_000, 2_593_905_000]);
        Assert.Equal(StatisticsGap.TooWide, frequencies.GetHome(Steady(2_394_000_000, 4, 0.2)[..1], 4, Start, Cut).Gap);
        List<CpuSample> blended = [Sample(Start, Day, 2_394_000_000, 4, 0.2), .. Steady(2_593_905_000, 4, 0.2)[1..]];
        Assert.Equal(StatisticsGap.Changed, frequencies.GetHome(blended, 4, Start, Cut).Gap);
    }

    [Fact]
    public void The_finest_period_that_tells_it_counts()
    {
        var idle = Enumerable.Range(0, 24).Select(i => Sample(Start.AddMinutes(5 * i), TimeSpan.FromMinutes(5), 2_394_000_000, 4, 0.0008));
        var hours = Enumerable.Range(0, 24).Select(i => Sample(Start.AddHours(2 * i), TimeSpan.FromHours(2), 2_394_000_000, 4, 0.1));
        var home = Of([2_394_000_000, 2_593_905_000]).GetHome([.. idle, .. hours], 4, Start, Cut);
        Assert.Equal(Start.AddHours(4), home.Until);
        Assert.Equal(2_394_000_000, home.Evidence!.LowHz.Hertz);
    }

    [Theory]
    // A host that is gone.
    [InlineData(2_100_000_000, 4, 4, 2_100_000_000, null)]
    // Two processors of one frequency were four later.
    [InlineData(2_394_000_000, 2, 4, 2_394_000_000, null)]
    [InlineData(2_176_363_636, 2, 4, 2_176_363_636, null)]
    // More processors than it has now it never had.
    [InlineData(2_992_500_000, 4, 4, 2_992_500_000, null)]
    // Of 12 processors 11 at one frequency or 10 at another.
    [InlineData(2_394_000_000, 10, 12, 0, StatisticsGap.OtherProcessors)]
    public void A_rate_of_no_class_is_that_of_a_host_gone_or_of_fewer_processors(long hz, int then, int now, long told, StatisticsGap? gap)
    {
        var home = Of([2_394_000_000, 2_176_363_636, 2_593_905_000]).GetHome(Steady(hz, then, 0.5), now, Start, Cut, turbo: TurboUse.None);
        Assert.Equal(gap, home.Gap);
        if (told > 0)
        {
            Assert.InRange(told, home.Evidence!.LowHz.Hertz, home.Evidence.HighHz.Hertz);
            Assert.InRange(home.Evidence.HighHz.DifferenceFrom(home.Evidence.LowHz).Value, 0, 2_000);
        }
    }

    [Theory]
    [InlineData(2_993_000_000)]
    // Three of four at this would make the same, but others fit.
    [InlineData(3_192_800_000)]
    public void A_rate_that_several_frequencies_fit_is_told_as_it_is(long third)
    {
        var home = Of([2_394_000_000, 2_395_200_000, third]).GetHome(Steady(2_394_600_000, 4, 0.5), 4, Start, Cut);
        Assert.InRange(2_394_600_000, home.Evidence!.LowHz.Hertz, home.Evidence.HighHz.Hertz);
        Assert.InRange(home.Evidence.HighHz.DifferenceFrom(home.Evidence.LowHz).Value, 0, 2_000);
    }

    [Theory]
    // A machine that wants more than its processors have, all the time (reported of a host of 2,994 MHz), and for a third of it; one host and more.
    [InlineData(10_000, 13_053, "2994")]
    [InlineData(3_500, 4_400, "2994")]
    [InlineData(3_500, 4_400, "2394 2994")]
    public void What_turbo_explains_is_no_frequency_and_no_host_that_is_gone(int usage, int mhz, string hosts)
    {
        List<CpuSample> samples = [.. Enumerable.Range(0, 24).Select(
            i => new CpuSample(Start.AddDays(i), Start.AddDays(i + 1), Math.Min(10_000, usage + (i * 13)),
                (int)(mhz * (1.0 + (i * 13.0 / usage)))))];
        var frequencies = Of([.. hosts.Split(' ').Select(text => long.Parse(text, CultureInfo.InvariantCulture) * 1_000_000)], inCluster: 2);
        var home = frequencies.GetHome(samples, 4, Start, Cut, "domain-c1");
        Assert.Null(home.Evidence);
        Assert.Equal(StatisticsGap.Turbo, home.Gap);
        Assert.Empty(frequencies.GetStretches(samples, 4, new StatisticsCut(100, 100)));
    }

    [Theory]
    [InlineData(2_394_000_000, 0.95, TurboUse.None)]
    [InlineData(2_609_000_000, 1, TurboUse.Shown)]
    [InlineData(2_500_000_000, 0.3, TurboUse.Shown)]
    [InlineData(2_300_000_000, 0.3, TurboUse.Possible)]
    public void Its_present_host_shows_whether_turbo_lifts_a_machine(long hz, double load, TurboUse turbo)
    {
        var samples = Enumerable.Range(0, 5).Select(i => Sample(Start.AddDays(i), Day, hz, 4, load)).ToList();
        Assert.Equal(turbo, Of([2_394_000_000]).GetTurbo(samples, 4, new Frequency(2_394_000_000), Cut));
    }

    [Theory]
    // What lies below a class with turbo and above it without: only one of the two can have been lifted so far.
    [InlineData(2_610_000_000, 1, 2_394_000_000L)]
    [InlineData(3_260_000_000, 1, 2_993_000_000L)]
    [InlineData(3_100_000_000, 0.3, 2_993_000_000L)]
    [InlineData(2_500_000_000, 0.3, 2_394_000_000L)]
    // So far turbo lifts neither.
    [InlineData(2_800_000_000, 1, null)]
    public void Other_machines_show_which_frequency_turbo_lifted(long hz, double load, long? told)
    {
        var rates = new TurboRates();
        rates.Learn(Full(2_609_000_000), 4, new Frequency(2_394_000_000));
        rates.Learn(Full(3_262_000_000), 4, new Frequency(2_993_000_000));
        rates.Learn([.. Full(2_400_000_000).Select(sample => Sample(sample.From, Day, 2_400_000_000, 4, 0.5))], 4,
            new Frequency(2_993_000_000));
        List<CpuSample> samples = [.. Enumerable.Range(0, 5).Select(i => Sample(Start.AddDays(i), Day, hz, 4, load))];
        var home = Of([2_394_000_000, 2_993_000_000], inCluster: 2).GetHome(samples, 4, Start, Cut, "domain-c1", outages: null, TurboUse.Shown, rates);
        Assert.Equal(told, home.Evidence?.LowHz.Hertz);

        static List<CpuSample> Full(long hz) => [.. Enumerable.Range(0, 5).Select(i => Sample(Start.AddDays(i), Day, hz, 4, 1))];
    }

    [Fact]
    public void The_period_of_the_power_on_confirms_the_only_one_before_a_change()
    {
        List<CpuSample> samples = [Sample(Start, Day, 2_394_000_000, 4, 0.2), .. Changed(1, 2_394_000_000, 2_593_905_000)];
        Assert.Equal(2_394_000_000, Of([2_394_000_000, 2_593_905_000, 3_192_520_000]).GetHome(samples, 4, Start.AddHours(6), Cut).Evidence!.LowHz.Hertz);
        // One that ended with it confirms nothing, nor does one of before it that tells another frequency.
        Assert.Equal(StatisticsGap.Changed, Of([2_394_000_000, 2_593_905_000]).GetHome(samples, 4, Start.AddDays(1), Cut).Gap);
        samples[0] = Sample(Start, Day, 3_192_520_000, 4, 0.2);
        Assert.Equal(StatisticsGap.Changed, Of([2_394_000_000, 2_593_905_000, 3_192_520_000]).GetHome(samples, 4, Start.AddHours(6), Cut).Gap);
    }

    [Theory]
    // The only sample before the change, and a blend of both, in a cluster of two frequencies.
    [InlineData(2_394_000_000, 2_394_000_000L)]
    [InlineData(2_450_000_000, 2_394_000_000L)]
    // On the other side of the later one, where neither of the two lies.
    [InlineData(2_700_000_000, null)]
    public void What_is_not_the_later_of_two_frequencies_of_a_cluster_is_the_other(long first, long? told)
    {
        var home = Of([2_394_000_000, 2_593_905_000, 3_192_520_000], inCluster: 2).GetHome(Changed(0, first, 2_593_905_000), 4, Start, Cut, "domain-c1");
        Assert.Equal(told, home.Evidence?.LowHz.Hertz);
    }

    [Theory]
    // The day of the move fits neither; two days that agree tell where to.
    [InlineData("2594 2500 2394 2394 2394", 2, 2_593_905_000L)]
    [InlineData("2594 2500 2394", 2, null)]
    [InlineData("2594 2500 2450 2394", 2, null)]
    [InlineData("2450 2500 2394 2394", 2, 2_593_905_000L)]
    // Where to it moved at first counts.
    [InlineData("2450 2500 2394 2394 2594 2594 2594", 2, 2_593_905_000L)]
    // Of three there are two others.
    [InlineData("2450 2594 2594 2594", 3, null)]
    public void The_first_frequency_is_told_by_the_next_one_of_the_cluster(string days, int inCluster, long? told)
    {
        var samples = days.Split(' ').Select((mhz, day) => Sample(
            Start.AddDays(day), Day, mhz == "2594" ? 2_593_905_000
                : long.Parse(mhz, CultureInfo.InvariantCulture) * 1_000_000, 4, 0.2 + (day * 0.0013))).ToList();
        Assert.Equal(told, Of([2_394_000_000, 2_593_905_000, 3_192_520_000], inCluster).GetHome(samples, 4, Start, Cut, "domain-c1").Evidence?.LowHz.Hertz);
    }

    [Fact]
    public void Of_several_periods_that_tell_it_the_finest_counts()
    {
        var minutes = Enumerable.Range(0, 10).Select(i => Sample(Start.AddMinutes(5 * i), TimeSpan.FromMinutes(5), 2_394_000_000, 4, 0.2 + (i * 0.0013)));
        Assert.Equal(Start.AddMinutes(10), Of([2_394_000_000, 2_593_905_000]).GetHome([.. Steady(2_394_000_000, 4, 0.2), .. minutes], 4, Start, Cut).Until);
        // So it does where an idle machine's is told in a range.
        var idle = Enumerable.Range(0, 10).Select(i => Sample(Start.AddMinutes(5 * i), TimeSpan.FromMinutes(5), 2_693_660_000, 4, 0.012 + (i * 0.0001)));
        Assert.Equal(
            Start.AddMinutes(50),
            Of([2_394_000_000, 2_993_030_000])
                .GetHome([.. idle, .. Steady(2_693_660_000, 4, 0.012)], 4, Start, Cut, turbo: TurboUse.None).Until);
    }

    [Fact]
    public void Where_none_tells_it_the_finest_with_samples_says_why()
    {
        var frequencies = Of([2_394_000_000, 2_593_905_000]);
        var alternating = Enumerable.Range(0, 10).Select(i => Sample(Start.AddDays(i), Day, i % 2 == 0 ? 2_394_000_000 : 2_593_905_000, 4, 0.2)).ToList();
        Assert.Equal(StatisticsGap.Changed, Gap([.. Minutes(0), .. alternating]));
        Assert.Equal(StatisticsGap.TooWide, Gap([.. Minutes(0.0008), .. alternating]));
        Assert.Equal(StatisticsGap.Unknown, Gap(alternating, processors: 0));
        Assert.Equal(StatisticsGap.NoSamples, Gap([]));
        Assert.Equal(StatisticsGap.NoSamples, Gap(Steady(2_394_000_000, 4, 0)));
        Assert.Equal(StatisticsGap.TooLate, Gap(Steady(2_394_000_000, 4, 0.2), poweredOnBefore: 3));

        StatisticsGap? Gap(IReadOnlyList<CpuSample> samples, int processors = 4, int poweredOnBefore = 0) =>
            frequencies.GetHome(samples, processors, Start.AddDays(-poweredOnBefore), Cut) is { Evidence: null, Gap: var gap } ? gap : null;

        static IEnumerable<CpuSample> Minutes(double load) =>
            Enumerable.Range(0, 10).Select(i => Sample(Start.AddMinutes(5 * i), TimeSpan.FromMinutes(5), 2_394_000_000, 4, load));
    }

    [Fact]
    public void A_short_stay_elsewhere_does_not_hide_the_only_frequency_that_fits_before_it()
    {
        var samples = Enumerable.Range(0, 12)
            .Select(i => Sample(Start.AddDays(i), Day, i == 7 ? 2_394_000_000 : 2_693_660_000, 1, 0.0083 + (i * 0.0003))).ToList();
        Assert.Equal(2_693_660_000, Of([2_394_000_000, 2_693_660_000], inCluster: 2).GetHome(samples, 1, Start, Cut, "domain-c1").Evidence!.LowHz.Hertz);
    }

    [Fact]
    public void The_first_sample_after_an_outage_of_the_server_tells_the_home()
    {
        var frequencies = Of([2_394_000_000, 2_593_905_000]);
        var samples = Steady(2_394_000_000, 4, 0.2);
        var (poweredOn, outages) = (Start.AddDays(-5), new StatisticsOutages());
        outages.Learn(samples);
        Assert.Equal(StatisticsGap.TooLate, frequencies.GetHome(samples, 4, poweredOn, Cut, cluster: null, outages).Gap);
        // Another machine has samples of before it, and none of it.
        outages.Learn([Sample(Start.AddDays(-8), Day, 2_593_905_000, 4, 0.2)]);
        Assert.Equal(2_394_000_000, frequencies.GetHome(samples, 4, poweredOn, Cut, cluster: null, outages).Evidence!.LowHz.Hertz);
        outages.Learn([Sample(Start.AddDays(-2), Day, 2_593_905_000, 4, 0.2)]);
        Assert.Equal(StatisticsGap.TooLate, frequencies.GetHome(samples, 4, poweredOn, Cut, cluster: null, outages).Gap);
    }

    [Fact]
    public void An_idle_machine_of_a_host_that_is_gone_may_have_samples_that_a_class_fits()
    {
        // Of a day with little to do the range is wider than of the others, and reaches to a class.
        var idle = Enumerable.Range(0, 10).Select(i => Sample(Start.AddDays(i), Day, 2_793_450_000, 4, i < 3 ? 0.012 + (i * 0.0001) : 0.004)).ToList();
        var home = Of([2_694_000_000, 2_993_030_000]).GetHome(idle, 4, Start, Cut, turbo: TurboUse.None);
        Assert.InRange(2_793_450_000, home.Evidence!.LowHz.Hertz, home.Evidence.HighHz.Hertz);
        // Two in a row may both cover a move.
        Assert.Null(Of([2_694_000_000, 2_993_030_000]).GetHome(idle[1..], 4, idle[1].From, Cut, turbo: TurboUse.None).Evidence);
    }

    [Fact]
    public void Stretches_are_of_the_finest_samples_of_each_time_in_whatever_order_they_come()
    {
        // Days of one frequency, of which the last is covered by hours of another one.
        var days = Steady(2_394_000_000, 4, 0.2);
        var hours = Enumerable.Range(0, 24).Select(i => Sample(Start.AddDays(9).AddHours(i), TimeSpan.FromHours(1), 2_593_905_000, 4, 0.2 + (i * 0.0013)));
        List<CpuSample> samples = [.. hours, .. days];
        var frequencies = Of([2_394_000_000, 2_593_905_000]);
        IReadOnlyList<FrequencyStretch> expected =
            [new(Start, Start.AddDays(9), new Frequency(2_394_000_000)), new(Start.AddDays(9), To: null, new Frequency(2_593_905_000))];
        Assert.Equal(expected, frequencies.GetStretches(samples, 4, Cut));
        samples.Reverse();
        Assert.Equal(expected, frequencies.GetStretches(samples, 4, Cut));
        Assert.Empty(frequencies.GetStretches(samples, 0, Cut));
        Assert.Empty(frequencies.GetStretches([], 4, Cut));
    }

    [Theory]
    // A host that is gone; one whose rate is that of another number of processors; a machine too idle to tell.
    [InlineData(2_100_000_000, 0.5, true)]
    [InlineData(1_197_000_000, 0.5, false)]
    [InlineData(2_100_000_000, 0.01, false)]
    public void A_time_of_no_class_has_a_stretch_only_where_its_rate_is_narrow_and_nothing_else_explains_it(long hz, double load, bool isTold)
    {
        var stretches = Of([2_394_000_000, 2_593_905_000]).GetStretches(Steady(hz, 4, load), 4, new StatisticsCut(100, 100));
        Assert.Equal(isTold, stretches.Count == 1);
        Assert.All(stretches, stretch => Assert.InRange(stretch.Hz.DifferenceFrom(new Frequency(hz)).Magnitude.Value, 0, 1_000));
    }

    [Theory]
    // A stay of two days is found; one day covers a move.
    [InlineData("2394 2594*2 2394", 3)]
    [InlineData("2394 2594*1 2394", 1)]
    // Two or three days of no class are moves, four are a host that is gone.
    [InlineData("2394 2450*2 2394", 1)]
    [InlineData("2394 2450*3 2394", 1)]
    [InlineData("2394 2450*4 2394", 3)]
    // They are none where they do not agree.
    [InlineData("2394 2450*4 2500*4 2394", 2)]
    public void Few_days_elsewhere_are_no_stretch(string days, int count)
    {
        var megahertz = days.Split(' ').Select(part => part.Split('*')).SelectMany(
            part => Enumerable.Repeat(
                long.Parse(part[0], CultureInfo.InvariantCulture), part.Length > 1 ? int.Parse(part[1], CultureInfo.InvariantCulture) : 5));
        var samples = megahertz.Select((mhz, day) => Sample(Start.AddDays(day), Day, mhz * 1_000_000, 4, 0.5 + (day * 0.0013))).ToList();
        Assert.Equal(count, Of([2_394_000_000, 2_594_000_000]).GetStretches(samples, 4, new StatisticsCut(100, 100)).Count);
    }

    [Fact]
    public void A_time_that_two_classes_explain_as_well_has_no_stretch()
    {
        Assert.Empty(Of([2_394_000_000, 2_400_000_000]).GetStretches(Steady(2_394_000_000, 4, 0.01), 4, Cut));
        Assert.Single(Of([2_394_000_000, 2_593_905_000]).GetStretches(Steady(2_394_000_000, 4, 0.01), 4, Cut));
    }

    [Theory]
    [InlineData(6, 0, null)]
    [InlineData(6, 1, StatisticsGap.TooLate)]
    public void The_first_short_period_may_begin_six_hours_after_the_power_on(int hours, int seconds, StatisticsGap? gap)
    {
        var samples = Enumerable.Range(0, 10)
            .Select(i => Sample(Start.AddMinutes(5 * i), TimeSpan.FromMinutes(5), 2_394_000_000, 4, 0.2 * (1 + (i * 0.0065)))).ToList();
        Assert.Equal(gap, Of([2_394_000_000, 2_593_905_000]).GetHome(samples, 4, Start.AddHours(-hours).AddSeconds(-seconds), Cut).Gap);
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(1, StatisticsGap.TooLate)]
    public void The_first_day_may_begin_two_days_after_the_power_on_or_eight_after_an_outage(int seconds, StatisticsGap? gap)
    {
        var frequencies = Of([2_394_000_000, 2_593_905_000]);
        var (samples, outages) = (Steady(2_394_000_000, 4, 0.2), new StatisticsOutages());
        outages.Learn([.. samples, Sample(Start.AddDays(-20), Day, 2_394_000_000, 4, 0.2)]);
        Assert.Equal(gap, frequencies.GetHome(samples, 4, Start.AddDays(-2).AddSeconds(-seconds), Cut).Gap);
        Assert.Equal(gap, frequencies.GetHome(samples, 4, Start.AddDays(-8).AddSeconds(-seconds), Cut, cluster: null, outages).Gap);
    }

    [Fact]
    public void What_one_frequency_tells_is_said_as_one() => Assert.Equal(
        "vCenter's CPU statistics of 2026-08-01 00:00 to 2026-08-03 00:00 UTC fit 2,394.000 MHz",
        Of([2_394_000_000]).GetHome(Steady(2_394_000_000, 4, 0.2), 4, Start, Cut).Evidence?.Says);

    [Fact]
    public void A_coarse_sample_counts_until_the_oldest_finer_one_begins()
    {
        var frequencies = Of([2_394_000_000, 2_593_905_000]);
        List<CpuSample> samples =
        [
            .. Steady(2_394_000_000, 4, 0.2),
            .. Hours(day: 4, count: 24, length: 1),
            .. Hours(day: 9, count: 2, length: 1),
            .. Hours(day: 9, count: 12, length: 2),
        ];
        IReadOnlyList<FrequencyStretch> expected =
            [new(Start, Start.AddDays(4), new Frequency(2_394_000_000)), new(Start.AddDays(4), To: null, new Frequency(2_593_905_000))];
        Assert.Equal(expected, frequencies.GetStretches(samples, 4, Cut));
        // Of two days up to the finer ones the last counts: one alone would be no stretch.
        samples.RemoveAll(sample => sample.Period == Day && (sample.From < Start.AddDays(2) || sample.From >= Start.AddDays(4)));
        Assert.Equal([expected[0] with { From = Start.AddDays(2) }, expected[1]], frequencies.GetStretches(samples, 4, Cut));

        static IEnumerable<CpuSample> Hours(int day, int count, int length) => Enumerable.Range(0, count).Select(
            i => Sample(Start.AddDays(day).AddHours(i * length), TimeSpan.FromHours(length), 2_593_905_000, 4, 0.2 + (i * 0.0013)));
    }

    [Fact]
    public void Days_that_fit_both_frequencies_are_of_the_later()
    {
        List<CpuSample> samples = [.. Days(2_394_000_000, 0.2, 0, 5), .. Days(2_394_000_000, 0.001, 5, 2), .. Days(2_593_905_000, 0.2, 7, 5)];
        IReadOnlyList<FrequencyStretch> expected =
            [new(Start, Start.AddDays(5), new Frequency(2_394_000_000)), new(Start.AddDays(5), To: null, new Frequency(2_593_905_000))];
        Assert.Equal(expected, Of([2_394_000_000, 2_593_905_000]).GetStretches(samples, 4, Cut));
    }

    [Theory]
    [InlineData(4, 2, TurboUse.Shown)]
    [InlineData(4, 1, TurboUse.Possible)]
    [InlineData(0, 2, TurboUse.Possible)]
    public void Two_samples_of_known_processors_show_turbo(int processors, int count, TurboUse turbo) => Assert.Equal(
        turbo, Of([2_394_000_000]).GetTurbo(Days(2_609_000_000, 1, 0, count), processors, new Frequency(2_394_000_000), Cut));

    [Theory]
    // One that ends at 2,000 MHz fits its host, which is one of 2,000 MHz, and one that reaches beyond shows turbo.
    [InlineData(998, TurboUse.Possible)]
    [InlineData(999, TurboUse.Shown)]
    public void Turbo_is_shown_where_each_sample_reaches_above_the_host(int megahertz, TurboUse turbo) => Assert.Equal(
        turbo, Of([]).GetTurbo(Figures((5_000, megahertz, 1), (5_000, 1_200, 1)), 1, new Frequency(2_000_000_000), Cut));

    [Theory]
    // The first two since the power-on count, neither one before it nor later ones.
    [InlineData("-2:3260 0:2610 1:2610 2:3260 3:3260 4:3260", 0, 2_394_000_000L)]
    [InlineData("0:3260 1:3260 2:2610 3:2610", 0, 2_993_000_000L)]
    [InlineData("0:2610 1:3260 2:3260", 0, null)]
    // One alone tells nothing, nor do those that begin too late.
    [InlineData("0:2610", 0, null)]
    [InlineData("0:2610 1:2610", -2, 2_394_000_000L)]
    [InlineData("0:2610 1:2610", -3, null)]
    public void Turbo_tells_the_class_by_the_first_two_samples_since_the_power_on(string days, int poweredOn, long? told)
    {
        List<CpuSample> samples = [.. days.Split(' ')
            .Select(day => day.Split(':').Select(part => int.Parse(part, CultureInfo.InvariantCulture)).ToList())
            .Select(day => Sample(Start.AddDays(day[0]), Day, day[1] * 1_000_000L, 4, 1))];
        var home = Of([2_394_000_000, 2_993_000_000], inCluster: 2)
            .GetHome(samples, 4, Start.AddDays(poweredOn), Cut, "domain-c1", outages: null, TurboUse.Shown, Lifted());
        Assert.Equal((told, told is null ? StatisticsGap.Turbo : null), (home.Evidence?.LowHz.Hertz, home.Gap));
    }

    [Fact]
    public void What_turbo_leaves_of_a_cluster_is_said_so_and_nothing_is_outside_of_one()
    {
        var frequencies = Of([2_394_000_000, 2_993_000_000], inCluster: 2);
        var samples = Days(2_610_000_000, 1, 0, 5);
        Assert.Equal(
            "vCenter's CPU statistics of 2026-08-01 00:00 to 2026-08-03 00:00 UTC are lifted by turbo, "
                + "and of its cluster's frequencies leave 2,394.000 MHz",
            HomeIn("domain-c1").Evidence?.Says);
        Assert.Equal(StatisticsGap.Turbo, HomeIn(cluster: null).Gap);

        StatisticsHome HomeIn(string? cluster) => frequencies.GetHome(samples, 4, Start, Cut, cluster, outages: null, TurboUse.Shown, Lifted());
    }

    [Fact]
    public void A_blend_of_two_frequencies_of_a_cluster_is_no_turbo()
    {
        var (frequencies, samples) = (Of([2_394_000_000, 2_593_905_000], inCluster: 2), Changed(0, 2_450_000_000, 2_394_000_000));
        Assert.Equal((2_593_905_000, null), Told(frequencies.GetHome(samples, 4, Start, Cut, "domain-c1", rates: new TurboRates())));
    }

    [Theory]
    // 2,336 to 2,416.67 MHz and 2,417.36 to 2,500 MHz share none, but each is of 2,417 MHz with rounding.
    [InlineData("2417 2993", 0, 2_417_000_000L)]
    // The later ones are of 2,417 or 2,450 MHz, until others show, to 2,435 MHz at most, which: then 2,394 is left of the first's.
    [InlineData("2394 2417 2450", 0, null)]
    [InlineData("2394 2417 2450", 2, 2_394_000_000L)]
    public void What_follows_a_change_tells_the_class_by_all_that_agree(string hosts, int narrower, long? told)
    {
        long[] hz = [.. hosts.Split(' ').Select(mhz => long.Parse(mhz, CultureInfo.InvariantCulture) * 1_000_000)];
        var samples = Figures((120, 114, 1), (119, 117, 2), (500, 485, narrower));
        Assert.Equal(told, Of(hz, inCluster: hz.Length).GetHome(samples, 4, Start, Cut, "domain-c1").Evidence?.LowHz.Hertz);
    }

    [Fact]
    public void Two_samples_that_agree_between_two_frequencies_of_a_cluster_are_no_blend()
    {
        var frequencies = Of([2_394_000_000, 2_594_000_000], inCluster: 2);
        var home = frequencies.GetHome(Figures((120, 120, 2), (120, 114, 8)), 4, Start, Cut, "domain-c1", turbo: TurboUse.None);
        Assert.Equal((null, StatisticsGap.Changed), Told(home));
    }

    [Theory]
    // A host of some 2,000 MHz that is gone: wider than 4 %, and less.
    [InlineData(80, 64, TurboUse.Possible, 4, false, StatisticsGap.TooWide)]
    [InlineData(120, 96, TurboUse.Possible, 4, true, null)]
    // Of 2,694 MHz turbo can be the reason.
    [InlineData(120, 129, TurboUse.Possible, 4, false, StatisticsGap.Turbo)]
    [InlineData(120, 129, TurboUse.None, 4, true, null)]
    // Five processors at 2,394 MHz are more than it has; of eight that were four the range is too wide; of 12 it had 11 at one frequency
    // or 10 at another.
    [InlineData(300, 359, TurboUse.None, 4, true, null)]
    [InlineData(120, 124, TurboUse.None, 8, false, StatisticsGap.TooWide)]
    [InlineData(300, 718, TurboUse.None, 12, false, StatisticsGap.TooWide)]
    public void An_idle_machine_tells_a_host_that_is_gone_where_nothing_else_explains_it(
        int usage, int megahertz, TurboUse turbo, int processors, bool isTold, StatisticsGap? gap)
    {
        var frequencies = Of([2_176_000_000, 2_394_000_000, 2_593_905_000]);
        var home = frequencies.GetHome(Figures((usage, megahertz, 10)), processors, Start, Cut, turbo: turbo);
        Assert.Equal((isTold, gap), (home.Evidence is not null, home.Gap));
        if (isTold)
        {
            Assert.InRange(megahertz * 1e10 / processors / usage, home.Evidence!.LowHz.Hertz, home.Evidence.HighHz.Hertz);
        }
    }

    [Theory]
    // Three of its four at 2,750 MHz make 2,062 MHz, which is of the wide sample only.
    [InlineData(0, true)]
    [InlineData(1, false)]
    public void A_host_that_is_gone_takes_samples_none_of_which_fewer_processors_explain(int wide, bool isTold) => Assert.Equal(
        isTold, Of([2_750_000_000, 2_993_000_000]).GetHome(Figures((300, 252, 4), (120, 100, wide)), 4, Start, Cut).Evidence is not null);

    [Fact]
    public void No_single_sample_decides_of_an_idle_machine()
    {
        var frequencies = Of([2_394_000_000, 2_993_000_000]);
        Assert.Equal((null, StatisticsGap.TooWide), OfFigures(Start, (2_000, 1_915, 1), (80, 76, 9)));
        // Not even one that confirms it but began before the power-on, where nothing changed, be it of several or of one.
        Assert.Equal((null, StatisticsGap.TooWide), OfFigures(Start.AddHours(6), (2_000, 1_915, 2), (80, 76, 9)));
        Assert.Equal((null, StatisticsGap.TooWide), OfFigures(Start.AddHours(6), (2_000, 1_915, 2)));

        (long? Hz, StatisticsGap? Gap) OfFigures(DateTimeOffset poweredOn, params (int Usage, int Megahertz, int Days)[] figures) =>
            Told(frequencies.GetHome(Figures(figures), 4, poweredOn, Cut));
    }

    [Fact]
    public void The_period_of_the_power_on_confirms_an_idle_machines_only_one_before_a_change()
    {
        var samples = Figures((120, 114, 2), (120, 143, 8));
        Assert.Equal((2_394_000_000, null), Told(Of([2_394_000_000, 2_993_000_000]).GetHome(samples, 4, Start.AddHours(6), Cut)));
    }

    [Theory]
    // 2.4 PHz and 125 kHz.
    [InlineData(1, 1_900_000_000)]
    [InlineData(100_000, 10_000)]
    public void A_rate_that_no_clock_has_is_none(int processors, int megahertz) => Assert.Equal(
        (null, StatisticsGap.TooWide), Told(Of([]).GetHome(Figures((8_000, megahertz, 10)), processors, Start, Cut)));

    [Theory]
    // 2,400 to 2,500 MHz and less; 2,200 to 2,500 MHz and less.
    [InlineData(73, 144, 8, 0, null)]
    [InlineData(75, 147, 8, 0, 2_450_000_000L)]
    [InlineData(48, 22, 2, 2, null)]
    [InlineData(49, 23, 2, 2, 2_450_000_000L)]
    public void Four_per_cent_are_too_wide_for_a_class_and_twelve_for_one_of_the_cluster(int usage, int megahertz, int processors, int inCluster, long? told)
    {
        var frequencies = Of([2_450_000_000, 2_993_000_000], inCluster);
        Assert.Equal(told, Told(frequencies.GetHome(Figures((usage, megahertz, 10)), processors, Start, Cut, "domain-c1")).Hz);
    }

    [Theory]
    [InlineData(73, 144, false)]
    [InlineData(75, 147, true)]
    public void Four_per_cent_are_too_wide_for_a_host_that_is_gone(int usage, int megahertz, bool isTold) =>
        Assert.Equal(isTold, Of([2_993_000_000]).GetHome(Figures((usage, megahertz, 10)), 8, Start, Cut).Evidence is not null);

    [Theory]
    // 2,475 to 2,500 MHz, and less.
    [InlineData(398, 396, null, 10)]
    [InlineData(400, 398, 3_320_000_000L, 2)]
    public void One_per_cent_is_too_wide_for_fewer_processors_and_for_two_samples(int usage, int megahertz, long? ofThree, int days)
    {
        var samples = Figures((usage, megahertz, 10));
        Assert.Equal(ofThree, Told(Of([3_320_000_000]).GetHome(samples, 4, Start, Cut)).Hz);
        Assert.Equal(Start.AddDays(days), Of([2_490_000_000]).GetHome(samples, 4, Start, Cut).Until);
    }

    [Theory]
    // 2,487.5 to 2,500 MHz, and less; others of 2,497 MHz and more leave little of them.
    [InlineData(798, 796, false)]
    [InlineData(800, 798, true)]
    public void Half_a_per_cent_is_too_wide_to_tell_a_rate_with_others(int usage, int megahertz, bool isTold)
    {
        var samples = Figures((usage, megahertz, 3), (820, 821, 3));
        Assert.Equal(isTold, Of([2_497_500_000, 2_499_000_000]).GetHome(samples, 4, Start, Cut).Evidence is not null);
        Assert.Equal(isTold, Of([2_993_000_000]).GetStretches(samples, 4, Cut).Count == 1);
    }

    [Theory]
    // 2,495 to 2,500 MHz, and less.
    [InlineData(1_998, 1_996, false)]
    [InlineData(2_000, 1_998, true)]
    public void Two_thousandths_are_too_wide_for_a_rate(int usage, int megahertz, bool isTold)
    {
        var samples = Figures((usage, megahertz, 10));
        Assert.Equal(isTold ? null : StatisticsGap.TooWide, Of([2_496_000_000, 2_499_000_000]).GetHome(samples, 4, Start, Cut).Gap);
        Assert.Equal(isTold, Of([2_993_000_000]).GetStretches(samples, 4, Cut).Count == 1);
    }

    private static (long? Hz, StatisticsGap? Gap) Told(StatisticsHome home) => (home.Evidence?.LowHz.Hertz, home.Gap);

    /// <summary>What turbo makes of 2,394 and 2,993 MHz.</summary>
    private static TurboRates Lifted()
    {
        var rates = new TurboRates();
        rates.Learn(Days(2_609_000_000, 1, 0, 5), 4, new Frequency(2_394_000_000));
        rates.Learn(Days(3_262_000_000, 1, 0, 5), 4, new Frequency(2_993_000_000));
        return rates;
    }

    /// <summary>Days of four processors that are all alike.</summary>
    private static List<CpuSample> Days(long hz, double load, int first, int count) =>
        [.. Enumerable.Range(first, count).Select(day => Sample(Start.AddDays(day), Day, hz, 4, load))];

    /// <summary>Days on end, so many of each of these figures.</summary>
    private static List<CpuSample> Figures(params (int Usage, int Megahertz, int Days)[] figures) =>
        [.. figures.SelectMany(figure => Enumerable.Repeat(figure, figure.Days))
            .Select((each, day) => new CpuSample(Start.AddDays(day), Start.AddDays(day + 1), each.Usage, each.Megahertz))];

    /// <summary>A day at one frequency and nine at another.</summary>
    private static List<CpuSample> Changed(int day, long first, long then) =>
        [.. Enumerable.Range(0, 10).Select(i => Sample(Start.AddDays(day + i), Day, i == 0 ? first : then, 4, 0.2 + (i * 0.0013)))];

    private static StatisticsFrequency Of(long[] hosts, int inCluster = 0) =>
        new(Rules, hosts.Select(
            (hz, i) => new HostFacts { Name = $"h{i}", Id = $"h{i}", Hz = new Frequency(hz), ClusterId = i < inCluster ? "domain-c1" : null }));

    private static List<CpuSample> Steady(long hz, int processors, double load) =>
        [.. Enumerable.Range(0, 10).Select(i => Sample(Start.AddDays(i), Day, hz, processors, load * (1 + (i * 0.0065))))];

    private static CpuSample Sample(DateTimeOffset from, TimeSpan period, long hz, int processors, double load) =>
        new(from, from + period, (long)(load * 10_000), (long)(load * processors * hz / 1e6));

    private static List<CpuSample> Captured(string entity)
    {
        var lines = CapturedLines();
        var mhz = Series(lines, entity + ".usagemhz ");
        return [.. Series(lines, entity + ".usage ")
            .Select((usage, i) => new CpuSample(Start.AddSeconds(20 * i), Start.AddSeconds(20 * (i + 1)), usage, mhz[i]))];
    }

    private static string[] CapturedLines() => File.ReadAllLines(Repository.Path("tests", "TimerProbe.Core.Tests", "Placement", "captured-cpu-samples.txt"));

    private static long[] Series(string[] lines, string name) =>
        [.. Array.Find(lines, line => line.StartsWith(name, StringComparison.Ordinal))![name.Length..].Split(',').Select(long.Parse)];
}
