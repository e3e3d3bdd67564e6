namespace TimerProbe.Fleet.Alerts;

/// <summary>One alert of each kind, made as those of a run are, and marked as what they are: nothing happened.</summary>
public static class TestAlerts
{
    public const string Subject = "timerprobe-test";

    private const int MaxFailures = 3;

    public static IReadOnlyList<StoredAlert> Create(string channel, DateTimeOffset at)
    {
        var rules = new AlertRules { Channels = [channel], NotAnsweredAfter = MaxFailures };
        return [
            .. AlertMaking.OfChanges(Changes(at), rules)
                .Concat(AlertMaking.OfTargets(Targets(at), rules))
                .OrderBy(alert => alert.Kind)
                .Select(alert => Marked(alert, channel))
        ];
    }

    private static StoredAlert Marked(AlertPayload alert, string channel) => new()
    {
        Id = alert.Id,
        Channel = channel,
        CreatedAt = alert.At,
        Kind = alert.Kind.ToDocumentName(),
        Subject = Subject,
        Payload = (alert with { IsTest = true, Title = $"TEST (nothing happened): {alert.Title}" }).Write(),
        State = AlertState.Pending,
    };

    private static IEnumerable<FleetChange> Changes(DateTimeOffset at) =>
    [
        Change(at, ChangeKind.WentAway, SubjectKind.VirtualMachine, "home", "away"),
        Change(at, ChangeKind.FoundAway, SubjectKind.VirtualMachine, "unknown", "away"),
        Change(at, ChangeKind.CameHome, SubjectKind.VirtualMachine, "away", "home"),
        Change(at, ChangeKind.VerdictChanged, SubjectKind.Guest, "healthy", "slow"),
        Change(at, ChangeKind.VerdictChanged, SubjectKind.Guest, "slow", "healthy"),
        Change(at, ChangeKind.WatchSilent, SubjectKind.Guest, "watching", "silent"),
        Change(at, ChangeKind.WatchResumed, SubjectKind.Guest, "silent", "watching"),
    ];

    private static IEnumerable<TargetHealth> Targets(DateTimeOffset at) =>
    [
        Target(at, 0, null, failuresNow: 1, "a test"),
        Target(at, 0, null, failuresNow: 0, "a test"),
        Target(at, 1, "a test", failuresNow: 0, null),
        Target(at, MaxFailures - 1, "a test", failuresNow: MaxFailures, "a test"),
        Target(at, MaxFailures, "a test", failuresNow: 0, null),
    ];

    private static FleetChange Change(DateTimeOffset at, ChangeKind kind, SubjectKind subject, string earlier, string later) =>
        new() { Kind = kind, At = at, Subject = subject, Name = Subject, Earlier = earlier, Later = later };

    private static TargetHealth Target(DateTimeOffset at, int failures, string? problem, int failuresNow, string? problemNow) =>
        new(Subject, failuresNow, at, at, problemNow) { Before = new TargetHealth(Subject, failures, at, at, problem) };
}
