using System.Globalization;

namespace TimerProbe.Reporting;

/// <summary>Numbers, the same in every culture.</summary>
public static class Counted
{
    /// <summary>A number in groups of three digits: <c>1,024</c>.</summary>
    public static string Number(double number) => number.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A number with its noun: <c>1 host</c>, <c>1,024 hosts</c>.</summary>
    public static string Of(long count, string noun) => $"{Number(count)} {noun}{(count == 1 ? "" : "s")}";

    /// <summary>A number with what is so of it, as a part of a sentence: <c>2 are stale</c>; empty for none.</summary>
    public static string Part(int count, string what) => count == 0 ? "" : $"{Number(count)} {what}";

    /// <summary>A number of things of a kind.</summary>
    public static string Of(int count, SubjectKind kind) => Of(count, kind switch
    {
        SubjectKind.VirtualMachine => "virtual machine",
        SubjectKind.Host => "host",
        SubjectKind.Cluster => "cluster",
        SubjectKind.Vcenter => "vCenter",
        SubjectKind.HostClass => "class of hosts",
        SubjectKind.SqlServer => "SQL Server",
        _ => "guest",
    });
}

/// <summary>Times for people, in UTC and the same in every culture.</summary>
public static class Times
{
    /// <summary>To the minute: <c>2026-11-21 03:00</c>.</summary>
    public static string Minute(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>To the day: <c>2026-11-21</c>.</summary>
    public static string Day(DateTimeOffset time) => Day(DateOnly.FromDateTime(time.UtcDateTime));

    /// <summary>A day: <c>2026-11-21</c>.</summary>
    public static string Day(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
