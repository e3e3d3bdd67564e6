namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>One bad processor of eight, from recorded batches to the finding.</summary>
public sealed class UnevenProcessorsTests
{
    [Fact]
    public void One_bad_processor_of_eight_is_named_though_the_verdict_is_healthy()
    {
        var facts = new GuestFacts
        {
            Machine = new MachineFacts
            {
                Name = "DB01",
                Os = "any",
                Architecture = "x64",
                ProcessorCount = 8,
                Hypervisor = new HypervisorFacts { Present = true }
            },
            Clocks = [],
            Control = new ControlFacts(default, 0, Starved: false),
            Verdict = new Verdict(ClockState.Healthy, ClockCause.None, Confidence: null, "measured on a good one"),
            PerProcessor = [.. Enumerable.Range(0, 8).Select(processor => Measured(processor, processor == 5 ? 1180 : 22))],
        };
        var finding = Assert.Single(RuleCatalogue.Evaluate(facts), finding => finding.Rule == "TP105");
        Assert.Contains(finding.Evidence, evidence => evidence.What.Contains('5', StringComparison.Ordinal));
    }

    private static ProcessorClockFacts Measured(int processor, double nanoseconds)
    {
        var series = new BatchSeries(new RecordedClock(new FakeTime(), nanoseconds));
        series.FindLength(default);
        for (var batch = 0; batch < MeasuringPlan.Looks[0]; batch++)
        {
            series.Record();
        }

        return new ProcessorClockFacts(processor, Group: 0, series.Interval().Median, TimestampCounterNs: null);
    }
}
