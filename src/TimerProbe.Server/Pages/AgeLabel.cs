using TimerProbe.Reporting;

namespace TimerProbe.Server.Pages;

/// <summary>How old something is, in words.</summary>
internal static class AgeLabel
{
    private static readonly TimeSpan Least = TimeSpan.FromMinutes(1);

    /// <summary>Such as <c>3 minutes ago</c>; of what is in the future by another clock, <c>just now</c>.</summary>
    public static string Ago(TimeSpan age) => age switch
    {
        _ when age < Least => "just now",
        { TotalHours: < 1 } => $"{Counted.Of((int)age.TotalMinutes, "minute")} ago",
        { TotalDays: < 1 } => $"{Counted.Of((int)age.TotalHours, "hour")} ago",
        _ => $"{Counted.Of((int)age.TotalDays, "day")} ago",
    };

    /// <summary>A time with its age, such as <c>2026-11-25 02:10 UTC (3 minutes ago)</c>.</summary>
    public static string Format(DateTimeOffset at, TimeProvider time) => $"{Times.Minute(at)} UTC ({Ago(time.GetUtcNow() - at)})";
}
