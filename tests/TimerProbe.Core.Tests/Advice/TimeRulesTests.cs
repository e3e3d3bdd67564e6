using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

/// <summary>A clock that is cheap to read and wrong.</summary>
public sealed class TimeRulesTests
{
    [Theory]
    [InlineData(99, 0, null)]
    [InlineData(100, 0, Severity.Info)]
    [InlineData(-140, 50, null)]
    [InlineData(-999, 0, Severity.Info)]
    [InlineData(-1_000, 0, Severity.Warning)]
    [InlineData(64_000, 0.4, Severity.Warning)]
    [InlineData(-300_000, 0, Severity.Critical)]
    [InlineData(300_200, 400, Severity.Warning)]
    [InlineData(5_000, 6_000, null)]
    public void An_offset_is_judged_less_its_uncertainty(double offset, double uncertainty, Severity? severity) =>
        Assert.Equal(severity, Find("TP401", WindowsOnVMware with { Time = Offset(offset, uncertainty) })?.Severity);

    [Theory]
    [InlineData(-250, "The time is 250 ms behind")]
    [InlineData(64_000, "The time is 64 s ahead")]
    [InlineData(-300_000, "The time is 5 minutes behind")]
    [InlineData(-9_720_000, "The time is 2.7 hours behind")]
    [InlineData(3_456_000_000, "The time is 40 days ahead")]
    public void The_title_says_by_how_much(double offset, string title) =>
        Assert.Equal(title, Find("TP401", WindowsOnVMware with { Time = Offset(offset, 0) })!.Title);

    [Fact]
    public void What_sets_the_time_is_the_likely_cause_where_it_is_none_or_two()
    {
        Assert.StartsWith("Nothing was found", Cause([]), StringComparison.Ordinal);
        Assert.StartsWith("More than one service sets the time: chronyd, ntpd", Cause(["chronyd", "ntpd"]), StringComparison.Ordinal);
        Assert.StartsWith("The machine stood still", Cause(["chronyd"]), StringComparison.Ordinal);

        string? Cause(IReadOnlyList<string> services) =>
            Find("TP401", WindowsOnVMware with { Time = Offset(64_000, 0) with { Services = services } })!.LikelyCause;
    }

    [Theory]
    [InlineData(1, 2_000, Severity.Info)]
    [InlineData(2, 2_000, Severity.Warning)]
    [InlineData(1, -300_000, Severity.Critical)]
    public void Steps_are_judged_by_their_number_and_size(int count, double byMs, Severity severity)
    {
        var time = new TimeFacts { Steps = [.. Enumerable.Range(1, count).Select(i => new TimeStep(i * 1_000, byMs))] };
        Assert.Equal(severity, Find("TP402", WindowsOnVMware with { Time = time })!.Severity);
    }

    [Theory]
    [InlineData(30, 60, false)]
    [InlineData(290, 60, false)]
    [InlineData(2_000, 60, true)]
    [InlineData(-2_000, 60, true)]
    public void Time_that_was_moved_faster_than_NTP_slews_was_set(double adjustedMs, double over, bool isSaid)
    {
        var drift = new DriftFacts(over) { AdjustedMs = adjustedMs };
        Assert.Equal(isSaid, Find("TP402", WindowsOnVMware with { Drift = drift }) is not null);
    }

    [Theory]
    [InlineData(ClockSource.PreciseTime, true)]
    [InlineData(ClockSource.CoarseTime, true)]
    [InlineData(ClockSource.Counter, true)]
    [InlineData(ClockSource.TimestampCounter, false)]
    public void A_clock_that_goes_back_is_a_finding(ClockSource source, bool isSaid)
    {
        var clock = WindowsOnVMware.Clocks[0] with { Source = source, BackwardSteps = 1 };
        Assert.Equal(isSaid, Find("TP403", WindowsOnVMware with { Clocks = [clock] }) is not null);
    }

    [Theory]
    [InlineData(null, null)]
    [InlineData(0.0, null)]
    [InlineData(3.0, Severity.Warning)]
    [InlineData(1e6, Severity.Critical)]
    public void Processors_apart_are_a_finding_with_the_pair(double? apartNs, Severity? severity)
    {
        var finding = Find("TP404", WindowsOnVMware with { Time = new TimeFacts { ProcessorsApartNs = apartNs, ApartProcessors = ["0", "3"] } });
        Assert.Equal(severity, finding?.Severity);
        Assert.True(finding is null || finding.Evidence.Any(evidence => evidence.Value == "0, 3"));
        Assert.True(finding is null || finding.Remedies[0].Caveats.Any(caveat => caveat.EndsWith("in step is expected.", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_healthy_machine_near_its_server_has_no_finding() => Assert.Empty(RuleCatalogue.Evaluate(WindowsOnVMware with
    {
        Time = Offset(-50, 0) with { Steps = [], BackwardSteps = 0, ProcessorsApartNs = 0, Services = ["chronyd"] },
        Drift = new DriftFacts(60) { AdjustedMs = 30 },
    }));

    private static TimeFacts Offset(double offset, double uncertainty) => new()
    {
        OffsetMs = offset,
        OffsetUncertaintyMs = uncertainty,
        Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org"),
    };

    private static Finding? Find(string rule, GuestFacts facts) => RuleCatalogue.Evaluate(facts).FirstOrDefault(finding => finding.Rule == rule);
}
