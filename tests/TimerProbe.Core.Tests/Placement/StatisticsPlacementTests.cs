using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Tests.Placement;

public sealed class StatisticsPlacementTests
{
    private static readonly DateTimeOffset Now = new(2026, 8, 1, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    // One frequency as far as there are statistics.
    [InlineData("2394", 30, 2_394)]
    // The other one began after the oldest event that is kept, and none of those is a power-on.
    [InlineData("2394 2594@20", 30, 2_394)]
    [InlineData("2394 2594@20", 10, null)]
    [InlineData("2594 2394@60 2594@20", 30, null)]
    // No events: it may have been powered on at either.
    [InlineData("2394 2594@20", 0, null)]
    public void Without_a_boot_time_the_home_is_what_it_ran_at_before_the_events_that_are_kept(string ran, int eventDays, int? megahertz)
    {
        var machine = Machine(eventDays == 0 ? null : Now.AddDays(-eventDays), lastEventAt: null);
        Assert.Equal(megahertz, StatisticsPlacement.OfStretches(machine, Stretches(ran)).Evidence?.LowHz.Hertz / 1_000_000);
    }

    [Fact]
    public void An_event_of_its_power_counts_for_every_frequency_it_ran_at()
    {
        var machine = Machine(Now.AddDays(-30), lastEventAt: Now.AddDays(-25));
        Assert.Equal(StatisticsGap.Changed, StatisticsPlacement.OfStretches(machine, Stretches("2394 2594@20")).Gap);
    }

    /// <summary>In the order of time, each with the days before now that it began.</summary>
    private static List<FrequencyStretch> Stretches(string ran)
    {
        var parts = ran.Split(' ').Select(part => part.Split('@')).Select(part => (Hz: new Frequency(long.Parse(part[0], CultureInfo.InvariantCulture) * 1_000_000), From: Now.AddDays(part.Length > 1 ? -int.Parse(part[1], CultureInfo.InvariantCulture) : -300))).ToList();
        return [.. parts.Select((part, i) => new FrequencyStretch(part.From, i + 1 < parts.Count ? parts[i + 1].From : null, part.Hz))];
    }

    private static VirtualMachineFacts Machine(DateTimeOffset? eventsSince, DateTimeOffset? lastEventAt) => FleetBuilder.Machine("vm", FleetBuilder.Slow) with
    {
        Power = new PowerHistory { EventsSince = eventsSince, LastEventAt = lastEventAt },
    };
}
