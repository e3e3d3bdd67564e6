using System.Globalization;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Fleet.Alerts;

internal static class AlertSentence
{
    public static string Format(AlertKind kind, FleetChange change) => SafeLine.Of(change.Name) + kind switch
    {
        AlertKind.WentAway => " went away: it is on a host with a different frequency than it was powered on at",
        AlertKind.FoundAway => " is away: it is on a host with a different frequency than it was powered on at",
        AlertKind.CameHome => " came home: it is on a host with the frequency it was powered on at",
        AlertKind.TurnedSlow when change.Subject == ChangeSubject.SqlServer => ": SQL Server is slow now" + Because(change.What),
        _ when change.Subject == ChangeSubject.SqlServer => ": SQL Server is no longer slow",
        AlertKind.TurnedSlow => " has a slow clock now",
        _ => " no longer has a slow clock" + (change.Later is { } later ? $": it is {SafeLine.Of(later)}" : ""),
    };

    private static string Because(string? cause) => cause switch
    {
        "clock" => ", because of its clock",
        "cpu" => ", because it is short of CPU",
        "storage" => ", because of its storage",
        _ => "",
    };

    public static string OfMany(AlertKind kind, int count, string? server)
    {
        var who = string.Create(
            CultureInfo.InvariantCulture, $"{count} {(server is null ? "guests" : "virtual machines of " + SafeLine.Of(server))}");
        return who + kind switch
        {
            AlertKind.WentAway => " went away: they are on hosts with a different frequency than they were powered on at",
            AlertKind.FoundAway => " are away: they are on hosts with a different frequency than they were powered on at",
            AlertKind.CameHome => " came home: they are on hosts with the frequency they were powered on at",
            AlertKind.TurnedSlow => " have a slow clock now",
            _ => " no longer have a slow clock",
        };
    }

    public static string Format(AlertKind kind, TargetHealth target) => SafeLine.Of(target.Server) + kind switch
    {
        AlertKind.ScanFailed => " could not be read",
        AlertKind.ScanPartial => " could be read in part only",
        AlertKind.ScanRecovered => " could be read in full again",
        AlertKind.NotAnswering => string.Create(CultureInfo.InvariantCulture, $" has not been read for {target.Failures} scans in a row"),
        _ => " is read again",
    };
}
