namespace TimerProbe.Application.Tests.Anonymizing;

public sealed class AnonymousCheckTests
{
    [Theory]
    [InlineData(ClockChangeKind.Processors)]
    [InlineData(ClockChangeKind.Time)]
    public void A_clock_that_changes_keeps_its_finding_and_its_remedies(ClockChangeKind between)
    {
        var change = new ClockChange(new(30), new(1_180), between, 0.5);
        var document = Checked(Changing with { Change = change });
        var hidden = AnonymousDocuments.Anonymize(document, new Pseudonyms(new byte[32]));
        var finding = Assert.Single(hidden.Findings, finding => finding.Rule == "TP115");
        Assert.Equal(Followed(Assert.Single(document.Findings, finding => finding.Rule == "TP115")), Followed(finding));
        Assert.Equal(change, hidden.Change);
        Assert.DoesNotContain("db-01", DocumentJson.Write(hidden), StringComparison.Ordinal);
    }

    [Fact]
    public void All_that_rules_read_of_a_check_is_in_its_document()
    {
        var document = typeof(CheckDocument).GetProperties().Select(property => property.Name);
        Assert.Empty(typeof(GuestFacts).GetProperties().Select(property => property.Name).Except(document));
        var full = Changing with
        {
            Change = new ClockChange(new(30), new(1_180), ClockChangeKind.Time, 0.5),
            PerProcessor = [],
            Scaling = [],
            Drift = new DriftFacts(60),
            Time = new TimeFacts(),
        };
        Assert.All(typeof(GuestFacts).GetProperties(), property => Assert.NotNull(property.GetValue(full.Facts())));
    }

    private static string[] Followed(Finding finding) => [.. finding.Remedies.Select(remedy => remedy.Action)];

    private static CheckDocument Checked(CheckDocument document) => document with { Findings = RuleCatalogue.Evaluate(document.Facts()) };

    private static CheckDocument Changing { get; } = new()
    {
        Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000001"),
        Tool = new ToolInfo("1.0.0"),
        StartedAt = DateTimeOffset.UnixEpoch.AddYears(56),
        Machine = new MachineFacts { Name = "db-01", Os = "Windows Server 2022", Architecture = "x64", Hypervisor = new HypervisorFacts { Present = true, Name = "VMware" } },
        Clocks = [new ClockFacts { Source = ClockSource.PreciseTime, Api = "GetSystemTimePreciseAsFileTime", Why = "its cost changes" }],
        Control = new ControlFacts(new Duration(1.02), 0.01, Starved: false),
        Verdict = new Verdict(ClockState.Unclear, ClockCause.Intermittent, Confidence.Measured, "it changes"),
        Findings = [],
        Timing = new CheckTiming(38, 92),
    };
}
