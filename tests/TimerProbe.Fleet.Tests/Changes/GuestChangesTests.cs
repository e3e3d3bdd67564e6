namespace TimerProbe.Fleet.Tests.Changes;

public sealed class GuestChangesTests
{
    [Fact]
    public void An_unclear_verdict_is_no_change_nor_is_what_comes_after_it_if_it_was_so_before() =>
        Assert.Equal(
            ["slow", "healthy"],
            Changes(ClockState.Slow, ClockState.Unclear, ClockState.Slow, ClockState.Unclear, ClockState.Healthy)
                .Select(change => change.Later));

    [Theory]
    [InlineData(ClockState.Slow, true)]
    [InlineData(ClockState.Suspicious, false)]
    [InlineData(ClockState.Healthy, false)]
    public void Who_is_slow_from_the_start_is_told_of_once(ClockState first, bool told)
    {
        var changes = GuestChanges.Between("db01", before: null, [Measured(1, ClockState.Unclear), Measured(2, first), Measured(3, first)]);

        Assert.Equal(told ? [(null, "slow")] : [], changes.Select(change => (change.Earlier, change.Later)));
    }

    [Fact]
    public void What_is_not_newer_than_what_is_known_changes_nothing() =>
        Assert.Empty(GuestChanges.Between(
            "db01", Measured(5, ClockState.Healthy), [Measured(4, ClockState.Slow), Measured(5, ClockState.Slow)]));

    [Fact]
    public void Each_change_begins_with_what_the_one_before_it_ended_with() => Prop.ForAll<ClockState[]>(states =>
    {
        var changes = Changes(states);
        return changes.All(change => change.Earlier != change.Later)
            && changes.Select(change => change.Earlier).SequenceEqual(changes.Select(change => change.Later).Prepend("healthy").SkipLast(1));
    }).QuickCheckThrowOnFailure();

    private static IReadOnlyList<FleetChange> Changes(params ClockState[] states) =>
        [.. GuestChanges.Between("db01", Measured(0, ClockState.Healthy), states.Select((state, index) => Measured(index + 1, state)))];

    private static HistoryMeasurement Measured(int hour, ClockState state) => new(
        SampleFleet.Start.AddHours(hour), RunKinds.Check, state, ClockCause.None, MedianNs: null, LowNs: null, HighNs: null, HostHz: null, VirtualTscHz: null);
}
