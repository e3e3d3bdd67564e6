namespace TimerProbe.Core.Tests.Advice;

public sealed class MuteListTests
{
    private static readonly DateOnly Today = new(2026, 11, 21);

    [Fact]
    public void Without_mutes_a_document_stays_as_it_is()
    {
        var document = Document(Finding("TP201", "DB01"));
        Assert.Same(document, MuteList.None.Apply(document, Today));
    }

    [Theory]
    [InlineData("DB*", true)]
    [InlineData("db01", true)]
    [InlineData("DB", false)]
    [InlineData(null, true)]
    public void A_mute_means_the_findings_of_its_rule_about_what_its_pattern_matches(string? subject, bool isMuted)
    {
        var applied = new MuteList { Mutes = [Mute("TP201", subject)] }.Apply(Document(Finding("TP201", "DB01"), Finding("TP202", "DB01")), Today);
        Assert.Equal(isMuted ? ["TP202"] : ["TP201", "TP202"], applied.Findings.Select(finding => finding.Rule));
        Assert.Equal(isMuted ? 1 : 0, applied.Muting!.Muted.Count);
    }

    [Fact]
    public void A_muted_finding_is_kept_whole_with_its_reason()
    {
        var finding = Finding("TP201", "DB01");
        var muted = Assert.Single(new MuteList { Mutes = [Mute("TP201", "DB*")] }.Apply(Document(finding), Today).Muting!.Muted);
        Assert.Equal(new MutedFinding("because", Today, finding), muted);
    }

    [Theory]
    [InlineData(-1, 0)]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    public void A_mute_is_good_up_to_and_with_its_last_day(int days, int muted)
    {
        var applied = new MuteList { Mutes = [Mute("TP201", null) with { Expires = Today.AddDays(days) }] }.Apply(Document(Finding("TP201", "DB01")), Today);
        Assert.Equal((muted, 1 - muted, 1 - muted), (applied.Muting!.Muted.Count, applied.Findings.Count, applied.Muting.Expired.Count));
    }

    [Fact]
    public void Of_two_mutes_the_one_that_is_still_good_counts()
    {
        var mutes = new MuteList { Mutes = [Mute("TP201", null) with { Expires = Today.AddDays(-1), Reason = "old" }, Mute("TP201", "DB*") with { Reason = "new" }] };
        Assert.Equal("new", Assert.Single(mutes.Apply(Document(Finding("TP201", "DB01")), Today).Muting!.Muted).Reason);
    }

    [Fact]
    public void The_findings_of_a_rule_that_is_off_are_nowhere()
    {
        var applied = new MuteList { RulesOff = ["TP201"], Mutes = [Mute("TP201", null)] }.Apply(Document(Finding("TP201", "DB01"), Finding("TP202", "DB01")), Today);
        Assert.Equal(["TP202"], applied.Findings.Select(finding => finding.Rule));
        Assert.Empty(applied.Muting!.Muted);
        Assert.Equal(["TP201"], applied.Muting.RulesOff);
    }

    [Fact]
    public void Under_pseudonyms_what_was_muted_of_a_guest_stays_muted()
    {
        var finding = Finding("TP101", "DB01") with { Subject = new Subject(SubjectKind.Guest, "DB01", Id: null) };
        var muting = new MutingFacts { RulesOff = ["TP105"], Muted = [new MutedFinding("DB01 moves", Today, finding)] };
        Finding[] concluded = [.. ((string[])["TP101", "TP104", "TP105"])
            .Select(rule => finding with { Rule = rule, Subject = finding.Subject with { Name = "guest-1" } })];

        var (heard, kept) = new Pseudonyms("key"u8.ToArray()).Mute(concluded, muting);

        Assert.Equal(["TP104"], heard.Select(item => item.Rule));
        Assert.Equal("TP101", Assert.Single(kept!.Muted).Finding.Rule);
        Assert.DoesNotContain("DB01", kept.Muted[0].Reason, StringComparison.Ordinal);
    }

    private static Mute Mute(string rule, string? subject) => new(rule, subject, "because", Today);

    private static Finding Finding(string rule, string name) => new()
    {
        Rule = rule,
        Severity = Severity.Warning,
        Confidence = Confidence.Expected,
        Subject = new Subject(SubjectKind.VirtualMachine, name, "vm-1") { Server = "vc1" },
        Title = "title",
        Evidence = [],
        Remedies = [],
        References = [],
    };

    private static ScanDocument Document(params IReadOnlyList<Finding> findings) => SampleScan.Of() with { Findings = findings };
}
