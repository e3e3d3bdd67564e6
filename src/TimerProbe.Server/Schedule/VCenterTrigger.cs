using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Quartz;
using TimerProbe.Application;

namespace TimerProbe.Server.Schedule;

/// <summary>When a vCenter is scanned. What was missed is done once, and then it goes on as before.</summary>
internal static class VCenterTrigger
{
    /// <summary>The trigger of a schedule.</summary>
    /// <param name="job">The job.</param>
    /// <param name="text">The schedule as it is written, which was found right.</param>
    /// <param name="now">The time by the store.</param>
    /// <exception cref="FormatException">The scheduler does not take it.</exception>
    public static ITrigger Create(JobKey job, string text, DateTimeOffset now)
    {
        if (!ScheduleText.TryParse(text, out var schedule, out var wrong))
        {
            throw new FormatException(wrong);
        }

        var trigger = TriggerBuilder.Create().ForJob(job).WithIdentity(job.Name, job.Group).WithDescription(text);
        return schedule.Interval is { } interval
            ? trigger.StartAt(Next(job.Name, interval, now)).WithSchedule(CalendarIntervalScheduleBuilder.Create()
                .WithInterval((int)interval.TotalSeconds, IntervalUnit.Second).WithMisfireInstruction(CalendarIntervalTriggerMisfireInstruction.FireAndProceed)).Build()
            : trigger.StartAt(now).WithSchedule(CronScheduleBuilder.Create(schedule.Cron!)
                .InTimeZone(TimeZoneInfo.Utc).WithMisfireInstruction(CronTriggerMisfireInstruction.FireAndProceed)).Build();
    }

    /// <summary>A single scan soon, for what was never scanned or missed while no node was there.</summary>
    public static ITrigger Once(JobKey job, DateTimeOffset now) =>
        TriggerBuilder.Create().ForJob(job).WithIdentity(job.Name, "once").StartAt(now).WithSchedule(SimpleScheduleBuilder.Create()).Build();

    /// <summary>The next of the times that a server has by its name: the vCenters of one interval are spread over it, each always in the same place.</summary>
    internal static DateTimeOffset Next(string server, TimeSpan interval, DateTimeOffset now)
    {
        var seconds = (long)interval.TotalSeconds;
        var place = (long)(BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(server))) % (ulong)seconds);
        var past = now.ToUnixTimeSeconds() - place;
        return DateTimeOffset.FromUnixTimeSeconds((((past / seconds) + 1) * seconds) + place);
    }
}
