namespace TimerProbe.Reporting.Tests;

public sealed class StoredResultsTests
{
    [Fact]
    public void What_became_of_the_checks_of_a_store_is_one_sentence()
    {
        Assert.Equal("", NoticeText.Stored(null));
        Assert.Equal("The store has a check of 1 guest: 1 counts.", NoticeText.Stored(new StoredResultsFacts(1, 1, 0, 0, 0)));
        Assert.Equal(
            "The store has a check of 1,009 guests: 1,000 count, 2 are stale, 3 have another result that counts, 4 are of no VM of this scan.",
            NoticeText.Stored(new StoredResultsFacts(1_009, 1_000, 2, 3, 4)));
    }
}
