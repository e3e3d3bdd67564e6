namespace TimerProbe.Reporting.Tests;

public sealed class MutedSummaryTests
{
    private static readonly DateOnly Today = new(2026, 11, 21);

    [Fact]
    public void Without_a_configuration_nothing_is_said() => Assert.Empty(NoticeText.Muted(SampleScan.Document.Muting));

    [Fact]
    public void Each_mute_is_one_sentence_with_its_reason_and_its_end()
    {
        var mutes = new MuteList
        {
            RulesOff = ["TP215"],
            Mutes = [new("TP201", "DB*", "moves at the weekend", Today), new("TP202", Subject: null, "bought that way", Today.AddDays(-1))],
        };
        Assert.Equal(
            [
                "TP201, 4 findings muted until 2026-11-21 (DB01, DB02, DB03, DB04): moves at the weekend",
                "TP202 has not been muted since 2026-11-20: bought that way",
                "not looked for: TP215",
            ],
            NoticeText.Muted(mutes.Apply(SampleScan.Document, Today).Muting));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_reason_is_text_and_nothing_else(string reason)
    {
        var document = new MuteList { Mutes = [new("TP201", Subject: null, reason, Today)] }.Apply(SampleScan.Document, Today);
        Assert.NotEmpty(document.Muting!.Muted);
        Assert.DoesNotContain("<script", Written.Of(ScanHtml.Write, document).Split("Muted:")[1].Split("</div>")[0], StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotMatch(@"(?i)(?<!\\)<script", Written.Of(SampleScan.Markdown, document));
    }
}
