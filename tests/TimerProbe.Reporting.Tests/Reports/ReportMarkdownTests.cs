namespace TimerProbe.Reporting.Tests.Reports;

public sealed class ReportMarkdownTests
{
    private static readonly string Check = Written.Of(ReportMarkdown.Write, CheckReport.Create(SampleCheck.Full("DB01")));
    private static readonly string Sql = Written.Of(ReportMarkdown.Write, SqlReport.Create(SampleSql.Document));

    [Fact]
    public void The_verdict_comes_first_with_its_cause_and_confidence() => Assert.StartsWith(
        """
        # Clock check of `DB01`, 2026-11-21 03:00 UTC

        **SLOW: a clock read takes 1,180 ns: about 30 times the usual 40 ns**

        Every clock read traps into the hypervisor (measured, TP101)

        RDTSC costs 1,090 ns, as much as a VM exit (1,070 ns)

        Impact: SQL Server and other code that reads the clock often runs several times slower; CPU shows 100 %, with no waits and no ready time.

        Likely cause: The VM was moved to, or resumed on, a host with a different TSC frequency than the one it was powered on at.

        state `slow`, cause `tscTrapped`, confidence `measured`.

        Windows Server 2022 (20348), VMware, 8 processors.

        What to do: FIRST REMEDY.

        """.ReplaceLineEndings("\n").TrimEnd().Replace("FIRST REMEDY", SampleCheck.Full("DB01").Findings[0].Remedies[0].Action, StringComparison.Ordinal),
        Check,
        StringComparison.Ordinal);

    [Fact]
    public void A_clock_is_a_row() => Assert.Contains(
        """

        ## Clocks

        | Clock | Cost | Healthy | Median range | Calls | Meaning | Read by |
        | --- | --- | --- | --- | --- | --- | --- |
        | precise time | 1,180 ns | up to 100 ns | 1,174-1,190 ns | 0.85 M/s | slow | `GetSystemTimePreciseAsFileTime` |

        """.ReplaceLineEndings("\n"),
        Check,
        StringComparison.Ordinal);

    [Fact]
    public void A_page_ends_with_how_to_verify_and_its_document() => Assert.All([Check, Sql], text =>
    {
        Assert.Contains("\n## How to verify\n\n`timerprobe ", text, StringComparison.Ordinal);
        Assert.Contains("\n## Document\n\n- Made by: `TimerProbe 0.1.0`\n- Document: `0198f0c2-0000-7000-8000-00000000000", text, StringComparison.Ordinal);
    });

    [Fact]
    public void Findings_have_their_remedies() => Assert.All([(Check, "### TP101 critical"), (Sql, "### TP301 critical")], item =>
    {
        Assert.Contains(item.Item2, item.Item1, StringComparison.Ordinal);
        Assert.Contains("\n#### 1. ", item.Item1, StringComparison.Ordinal);
        Assert.Contains("\n- Verify: `timerprobe ", item.Item1, StringComparison.Ordinal);
    });

    [Fact]
    public void What_a_remedy_before_said_is_named_and_not_said_again()
    {
        const string Caveat = "The name in these commands is the guest's own: replace it.";
        var (check, step) = (SampleCheck.Full("DB01"), new RemedyStep(Tools.Govc, "govc vm.info -r DB01"));
        var first = check.Findings[0] with { Remedies = [new(1, "Look", [step], [Caveat], "timerprobe check"), new(2, "Move", [], ["It runs on.", Caveat], "timerprobe check")] };
        var second = first with { Rule = "TP108", Severity = Severity.Info, Remedies = [first.Remedies[0]] };
        var text = Written.Of(ReportMarkdown.Write, CheckReport.Create(check with { Findings = [first, second] }));
        Assert.Equal(2, text.Split(Caveat).Length);
        Assert.Contains("\n#### 2. Move\n\n- It runs on.\n- See TP101, 1: \"The name in these...\"\n", text, StringComparison.Ordinal);
        Assert.Contains("\n#### 1. Look\n\nThe steps of TP101, 1.\n\n- See TP101, 1: \"The name in these...\"\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_workload_is_a_row() =>
        Assert.Contains("\n| interpreted function | 1,904 ns |  | an iteration | 1,885 ns to 1,923 ns | 4.2 x earlier | 30.10 s | reads the clock |\n", Sql, StringComparison.Ordinal);

    [Fact]
    public void A_control_that_is_slower_itself_says_so()
    {
        var earlier = SampleSql.Document.ComparedWith! with
        {
            Workloads = [SqlWorkloadFacts.From(
            SqlWorkload.SetControl, null, 4_000_000, [0.28, 0.27, 0.28])]
        };
        var text = Written.Of(ReportMarkdown.Write, SqlReport.Create(SampleSql.Document with { ComparedWith = earlier }));
        Assert.Contains(" | 3.9 x earlier | 1.10 s | reads no clock, and is slower too |\n", text, StringComparison.Ordinal);
    }
}
