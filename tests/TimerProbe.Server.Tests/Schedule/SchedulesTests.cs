using Quartz;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>Times as a configuration says them, and as the scheduler takes them.</summary>
public sealed class SchedulesTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 22, 21, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("0 0 3 ? * MON-FRI")]
    [InlineData("0/5 * * * * ?")]
    [InlineData("0 0/15 8-18 ? * 2-6")]
    [InlineData("0 30 4 1,15 * ? 2027-2030")]
    [InlineData("0 0 0 L * ?")]
    [InlineData("0 0 0 L-3 * ?")]
    [InlineData("0 0 0 LW * ?")]
    [InlineData("0 0 0 15W JAN-MAR ?")]
    [InlineData("0 0 12 ? * FRI#3")]
    [InlineData("0 0 12 ? * 6L")]
    public void A_cron_expression_that_is_right_the_scheduler_takes(string text)
    {
        Assert.True(ScheduleText.TryParse(text, out _, out var wrong), wrong);
        Assert.NotNull(ScanSchedule.Trigger(new JobKey("vc"), text, Now).GetFireTimeAfter(Now));
    }

    [Theory]
    [InlineData("60 * * * * ?", "seconds")]
    [InlineData("0 0 24 * * ?", "hours")]
    [InlineData("0 0 0 32 * ?", "day of the month")]
    [InlineData("0 0 0 ? FOO *", "month")]
    [InlineData("0 0 0 ? * 8", "day of the week")]
    [InlineData("0 0 0 ? * MON#6", "day of the week")]
    [InlineData("0 0 0 ? * ?", "?")]
    [InlineData("0 0/0 0 ? * *", "minutes")]
    [InlineData("0 3 * * *", "six fields")]
    [InlineData("15", "interval")]
    [InlineData("30s", "interval")]
    [InlineData("25h", "interval")]
    public void What_is_wrong_with_another_is_said(string text, string said)
    {
        Assert.False(ScheduleText.TryParse(text, out _, out var wrong));
        Assert.Contains(said, wrong, StringComparison.Ordinal);
    }

    [Fact]
    public void Its_times_are_of_UTC_where_no_clock_is_set_twice_a_year() =>
        Assert.Equal(TimeZoneInfo.Utc, ((ICronTrigger)ScanSchedule.Trigger(new JobKey("vc"), "0 30 1 * * ?", Now)).TimeZone);

    [Fact]
    public void An_interval_has_its_place_by_the_name_of_the_server_and_keeps_it()
    {
        var trigger = ScanSchedule.Trigger(new JobKey("vc1.example.org"), "15m", Now);
        var first = trigger.GetFireTimeAfter(Now)!.Value;
        Assert.InRange(first, Now, Now.AddMinutes(15));
        Assert.Equal(first.AddMinutes(15), trigger.GetFireTimeAfter(first));
        Assert.Equal(first.AddDays(30), ScanSchedule.Next("vc1.example.org", TimeSpan.FromMinutes(15), Now.AddDays(30)));
        var places = Enumerable.Range(0, 100).Select(i => ScanSchedule.Next($"vc{i}", TimeSpan.FromMinutes(15), Now)).ToList();
        Assert.All(Enumerable.Range(0, 3),
            third => Assert.InRange(
                places.Count(place => place > Now.AddMinutes(5 * third) && place <= Now.AddMinutes(5 * (third + 1))), 15, 55));
    }
}
