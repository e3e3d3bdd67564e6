namespace TimerProbe.EndToEnd.Matrix;

/// <summary>A share of what tests/matrix fleet counts.</summary>
public sealed class FleetHomesTests
{
    [Fact]
    public async Task A_first_scan_knows_the_homes_of_fleets_that_have_lived_a_year()
    {
        var tally = new FleetTally();
        foreach (var seed in new[] { 1, 2, 3 })
        {
            tally.Add(await new LivedFleet(200, seed).ScanAsync());
        }

        AssertKnown(tally, unknownOfHundred: 5);
        Assert.True(tally.WronglyExpected is [] && tally.Unsettled is [] && tally.OpenExpectations > 0 && tally.SinceDiffers == 0, Text(tally));
        Assert.True(tally.AwayFound >= 0.9 * tally.Away, Text(tally));
    }

    [Fact]
    public async Task Machines_that_came_from_another_vCenter_are_seldom_called_home()
    {
        var tally = new FleetTally();
        tally.Add(await new LivedFleet(200, 1) { Arrivals = 200 }.ScanAsync());
        Assert.True(tally.Arrived.Away > 100 && tally.Arrived.SaidHome * 20 <= tally.Arrived.Away, string.Join('\n', [tally.ToString(), .. tally.ArrivedHome]));
    }

    [Fact]
    public async Task Logs_leave_nothing_open()
    {
        var tally = new FleetTally();
        tally.Add(await new LivedFleet(200, 1).ScanAsync(readLogs: true));
        Assert.True(tally.OpenExpectations == 0 && tally.WronglyExpected is [], Text(tally));
    }

    [Fact]
    [Trait("Run", "all")]
    public async Task A_store_of_two_earlier_scans_leaves_fewer_unknown()
    {
        var (first, stored) = (new FleetTally(), new FleetTally());
        var fleet = new LivedFleet(200, 1);
        first.Add(await fleet.ScanAsync());
        stored.Add(await fleet.ScanWithStoreAsync());
        // Of a tenth, which turbo lifts, a fleet as small as this has few others to learn from.
        AssertKnown(stored, unknownOfHundred: 6);
        Assert.True(stored.Unknown <= first.Unknown && stored.AwayFound >= first.AwayFound, $"{Text(first)}\n{Text(stored)}");
    }

    /// <summary>At most one of a hundred is wrong, and none whose home is said to be certain.</summary>
    private static void AssertKnown(FleetTally tally, int unknownOfHundred)
    {
        Assert.True(tally.WrongOfCertain is [], Text(tally));
        Assert.True(tally.Wrong.Count * 100 <= tally.Running, Text(tally));
        Assert.True(tally.Unknown * 100 <= tally.Running * unknownOfHundred, Text(tally));
    }

    private static string Text(FleetTally tally) =>
        string.Join('\n', [tally.ToString(), .. tally.Wrong, .. tally.UnknownLines, .. tally.WronglyExpected, .. tally.Unsettled]);
}
