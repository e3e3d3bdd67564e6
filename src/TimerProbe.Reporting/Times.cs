namespace TimerProbe.Reporting;

/// <summary>Times for people, in UTC and the same in every culture.</summary>
public static class Times
{
    /// <summary>To the minute: <c>2026-11-21 03:00</c>.</summary>
    public static string Minute(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm");

    /// <summary>To the day: <c>2026-11-21</c>.</summary>
    public static string Day(DateTimeOffset time) => Day(DateOnly.FromDateTime(time.UtcDateTime));

    public static string Day(DateOnly day) => day.ToString("yyyy-MM-dd");
}
