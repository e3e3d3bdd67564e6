namespace TimerProbe.Cli.Tests.Answers;

public sealed class CheckAnswerTests
{
    private const int Screen = 25;

    public static TheoryData<string> Names => [.. CheckCases.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void The_answer_is_one_screen_and_the_one_that_was_agreed(string name)
    {
        var text = Written.Of(CheckText.Write, CheckCases.All[name], new TextView(Transcript.Terminal, Detail.Summary));

        Transcript.AssertFits(text, Screen);
        Transcript.AssertIs($"check-{name}", text);
    }

    [Fact]
    public void A_cheap_clock_that_runs_wrong_is_not_called_no_cause()
    {
        var summary = CheckSummary.From(CheckCases.WrongRate);

        Assert.Equal("A read is cheap, but the clock runs at the wrong rate (TP107)", summary.Answer);
        Assert.Equal(Severity.Critical, summary.Severity);
        Assert.DoesNotContain(summary.Reasons, reason => reason.Contains("not the cause", StringComparison.Ordinal));
    }

    [Fact]
    public void The_reason_names_the_rule_of_the_cause_beside_a_warning_about_the_processor()
    {
        var summary = CheckSummary.From(CheckCases.PageBesideWaiting);

        Assert.Equal(["TP104", "TP103"], CheckCases.PageBesideWaiting.Findings.Select(finding => finding.Rule));
        Assert.EndsWith("(inferred, TP103)", summary.Reasons[0], StringComparison.Ordinal);
    }

    [Fact]
    public void A_healthy_clock_is_acquitted_of_what_was_measured_only()
    {
        var plain = CheckCases.All["native"];
        var server = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org");
        var asked = plain with { Time = new TimeFacts { OffsetMs = 2.5, OffsetUncertaintyMs = 0.5, Reference = server } };

        Assert.Equal("Reading it slows nothing here. Is the time right? Add --reference HOST", CheckSummary.From(plain).Reasons[0]);
        Assert.Equal("Reading it slows nothing here; its time is within 3 ms of ntp.example.org", CheckSummary.From(asked).Reasons[0]);
    }

    [Theory]
    [InlineData(330, "a system call (kernels before 5.3)")]
    [InlineData(31, "")]
    public void A_raw_counter_that_costs_a_system_call_is_said_to(double cost, string note)
    {
        var plain = CheckCases.All["native"];
        var raw = plain.Clocks[0] with { Source = ClockSource.MonotonicRaw, CallNs = new CallCost(new(cost), new(cost), new(cost), new(cost)) };
        Assert.Equal(note, ClockRow.From(plain with { Clocks = [.. plain.Clocks, raw] }).Single(row => row.Label == "raw counter").Note);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void The_steps_have_every_remedy_with_its_caveats(string name)
    {
        var document = CheckCases.All[name];
        var text = Written.Of(CheckText.Write, document, new TextView(Transcript.Terminal with { Width = 2_000 }, Detail.Full));

        foreach (var remedy in document.Findings.SelectMany(finding => finding.Remedies))
        {
            Assert.Contains(remedy.Action, text, StringComparison.Ordinal);
            Assert.All(remedy.Caveats, caveat => Assert.Contains(caveat, text, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void The_readme_shows_what_the_program_prints() => Assert.Contains(
        "```\n$ timerprobe check\n" + Written.Of(CheckText.Write, CheckCases.All["trapped"], new TextView(Transcript.Terminal, Detail.Summary)) + "```\n",
        File.ReadAllText(Repository.Path("README.md")).ReplaceLineEndings("\n"),
        StringComparison.Ordinal);

    [Fact]
    public void The_summary_of_a_saved_document_names_the_command_that_reads_it_again()
    {
        var text = Written.Of(CheckText.Write, CheckCases.All["trapped"], new TextView(Transcript.Terminal, Detail.Summary, From: "ticket.json"));

        Assert.Contains("timerprobe report --from ticket.json --detail full", text, StringComparison.Ordinal);
        Assert.Contains("timerprobe rules explain TP101 --platform vmware ", text, StringComparison.Ordinal);
        Assert.DoesNotContain("timerprobe check --", text, StringComparison.Ordinal);
    }
}
