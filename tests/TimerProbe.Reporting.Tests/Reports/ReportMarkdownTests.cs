namespace TimerProbe.Reporting.Tests.Reports;

public sealed class ReportMarkdownTests
{
    private static readonly string Sql = Written.Of(ReportMarkdown.Write, SqlReport.Create(SampleSql.Document));

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
        var earlier = SampleSql.Document.ComparedWith! with { Workloads = [SqlWorkloadFacts.From(SqlWorkload.SetControl, null, 4_000_000, [0.28, 0.27, 0.28])] };
        var text = Written.Of(ReportMarkdown.Write, SqlReport.Create(SampleSql.Document with { ComparedWith = earlier }));
        Assert.Contains(" | 3.9 x earlier | 1.10 s | reads no clock, and is slower too |\n", text, StringComparison.Ordinal);
    }
}
