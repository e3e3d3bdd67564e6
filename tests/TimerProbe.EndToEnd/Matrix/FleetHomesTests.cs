namespace TimerProbe.EndToEnd.Matrix;

/// <summary>A share of what tests/matrix fleet counts.</summary>
public sealed class FleetHomesTests
{
    [Theory]
    [InlineData(150, 1)]
    [InlineData(150, 2)]
    public async Task A_first_scan_knows_the_homes_of_a_fleet_that_has_lived_a_year(int machines, int seed)
    {
        var tally = new FleetTally();
        tally.Add(await new LivedFleet(machines, seed).ScanAsync());
        AssertKnown(tally, unknownOfHundred: 5);
        Assert.True(tally.AwayFound >= 0.92 * tally.Away, tally.ToString());
    }

    [Fact]
    public async Task A_store_of_two_earlier_scans_leaves_fewer_unknown()
    {
        var tally = new FleetTally();
        tally.Add(await new LivedFleet(150, 1).ScanWithStoreAsync());
        AssertKnown(tally, unknownOfHundred: 2);
    }

    /// <summary>At most one of a hundred is wrong, and none whose home is said to be certain.</summary>
    private static void AssertKnown(FleetTally tally, int unknownOfHundred)
    {
        var all = string.Join('\n', [tally.ToString(), .. tally.Wrong, .. tally.UnknownLines]);
        Assert.True(tally.WrongOfCertain is [], all);
        Assert.True(tally.Wrong.Count * 100 <= tally.Running, all);
        Assert.True(tally.Unknown * 100 <= tally.Running * unknownOfHundred, all);
    }
}
