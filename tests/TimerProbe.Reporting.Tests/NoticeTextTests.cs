namespace TimerProbe.Reporting.Tests;

/// <summary>What a document rests on, in sentences.</summary>
public sealed class NoticeTextTests
{
    private static readonly DateOnly Today = new(2026, 11, 21);

    [Theory]
    [InlineData(1, 1, 0, 0, 0, "1 VM published a result.")]
    [InlineData(412, 398, 12, 0, 2, "412 VMs published a result: 398 count, 12 are stale, 2 could not be believed.")]
    [InlineData(3, 0, 1, 2, 0, "3 VMs published a result: 1 is stale, 2 are older than a file.")]
    public void Published_results_are_counted(int machines, int counted, int stale, int superseded, int refused, string sentence) => Assert.Equal(
        sentence,
        NoticeText.Published(new(machines, counted, stale, superseded, [.. Enumerable.Repeat(PublishedResultsTests.Refused("DB09"), refused)])));

    [Theory]
    [InlineData(1, 1, 0, 0, 0, "The store has a check of 1 guest: 1 counts.")]
    [InlineData(1_009, 1_000, 2, 3, 4, "The store has a check of 1,009 guests: 1,000 count, 2 are stale, 3 have another result that counts, 4 are of no VM of this scan.")]
    public void Stored_checks_are_counted(int results, int counted, int stale, int superseded, int unmatched, string sentence) =>
        Assert.Equal(sentence, NoticeText.Stored(new StoredResultsFacts(results, counted, stale, superseded, unmatched)));

    [Fact]
    public void Without_any_nothing_is_said()
    {
        Assert.Equal(("", "", ""), (NoticeText.Published(null), NoticeText.Stored(null), NoticeText.RanAt(null)));
        Assert.Empty(NoticeText.Muted(SampleScan.Document.Muting));
    }

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
}
