namespace TimerProbe.Core.Tests.Placement;

public class AwaySinceTests
{
    private static readonly DateTimeOffset Began = new(2025, 12, 10, 0, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Moved = new(2026, 11, 24, 9, 30, 0, TimeSpan.Zero);
    private static readonly Frequency Home = new(2_394_000_000);
    private static readonly Frequency Present = new(2_793_000_000);

    private static readonly VirtualMachineFacts Away = new()
    {
        Name = "db01",
        Id = "vm-1",
        PowerState = "poweredOn",
        Placement = Core.Facts.Placement.Away,
        HomeHz = Home,
        HostHz = Present,
        MovedAt = Moved,
        Stretches = [new(Began.AddDays(-30), Began, Home), new(Began, To: null, Present)],
    };

    [Fact]
    public void A_move_between_hosts_of_one_frequency_does_not_begin_it_again() => Assert.Equal(Began, Away.AwaySince);

    [Fact]
    public void Without_statistics_it_is_away_at_least_since_its_last_move() => Assert.Equal(Moved, (Away with { Stretches = null }).AwaySince);

    [Fact]
    public void Statistics_that_have_not_met_the_last_move_do_not_tell() =>
        Assert.Equal(Moved, (Away with { Stretches = [new(Began, To: null, Home)] }).AwaySince);

    [Fact]
    public void A_stretch_tells_where_no_event_is_left() => Assert.Equal(Began, (Away with { MovedAt = null }).AwaySince);

    [Fact]
    public void Who_is_at_home_is_away_since_never() => Assert.Null((Away with { Placement = Core.Facts.Placement.Home }).AwaySince);
}
