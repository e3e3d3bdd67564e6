namespace TimerProbe.Fleet.Alerts;

/// <summary>Makes alerts of what a run changed. Where nothing changed there are none.</summary>
public static class AlertMaking
{
    private static readonly string Slow = ClockState.Slow.ToDocumentName();

    public static IReadOnlyList<NewAlert> Create(SavedRun run, AlertRules rules) =>
    [
        .. from alert in OfChanges(run.Changes, rules).Concat(OfTargets(run.Targets, rules))
           let payload = (rules.PublicAddress is { } server ? alert with { Link = GetLink(server, alert) } : alert).Write()
           from channel in rules.Channels
           select new NewAlert(alert.Id, channel, alert.Kind.ToDocumentName(), GetSubject(alert), payload),
    ];

    private static string GetLink(Uri server, AlertPayload alert) => server.AbsoluteUri.TrimEnd('/') + alert.PagePath();

    private static string GetSubject(AlertPayload alert) =>
        PlainText.ShortLine(alert is { Count: 1, Subjects: [var only] } ? only.Name : alert.Server ?? "guests");

    internal static IEnumerable<AlertPayload> OfChanges(IEnumerable<FleetChange> changes, AlertRules rules) => changes
        .Select(change => (Kind: GetKind(change), Change: change))
        .Where(item => item.Kind is not null && !rules.IsMuted(item.Change))
        .GroupBy(item => (Kind: item.Kind!.Value, item.Change.Server), item => item.Change)
        .SelectMany(group => group.Count() > AlertRules.MaxOfAKind
            ? [OfMany(group.Key.Kind, group.Key.Server, [.. group])]
            : group.Select(change => OfOne(group.Key.Kind, change)));

    private static AlertKind? GetKind(FleetChange change) => change.Kind switch
    {
        ChangeKind.WentAway or ChangeKind.FoundAway or ChangeKind.CameHome when !IsOfSlowClock(change) => null,
        ChangeKind.WentAway => AlertKind.WentAway,
        ChangeKind.FoundAway => AlertKind.FoundAway,
        ChangeKind.CameHome => AlertKind.CameHome,
        ChangeKind.VerdictChanged when change.Later == Slow => AlertKind.TurnedSlow,
        ChangeKind.VerdictChanged when change.Earlier == Slow => AlertKind.NoLongerSlow,
        ChangeKind.WatchSilent => AlertKind.WatchSilent,
        ChangeKind.WatchResumed => AlertKind.WatchResumed,
        _ => null,
    };

    private static bool IsOfSlowClock(FleetChange change) => change.What is null
        || change.What == ClockExpectation.Slow.ToDocumentName() || change.What == ClockExpectation.ExpectedSlow.ToDocumentName();

    private static AlertPayload OfOne(AlertKind kind, FleetChange change) => new()
    {
        Id = CreateId(kind, change),
        Kind = kind,
        At = change.At,
        IsExact = change.IsExact,
        Title = Title(kind, change),
        Server = change.Server,
        Count = 1,
        Subjects = [Subject(change)],
    };

    private static AlertPayload OfMany(AlertKind kind, string? server, IReadOnlyList<FleetChange> changes) => new()
    {
        Id = CreateId(kind, changes),
        Kind = kind,
        At = changes.Max(change => change.At),
        Title = Title(kind, changes.Count, server),
        Server = server,
        Count = changes.Count,
        Subjects = [
            .. changes.OrderBy(change => change.Name, StringComparer.Ordinal)
                .ThenBy(change => change.Id, StringComparer.Ordinal)
                .Take(AlertPayload.MaxSubjects)
                .Select(Subject)
        ],
    };

    private static AlertSubject Subject(FleetChange change) =>
        new(change.Subject.ToDocumentName(), change.Id, change.Name, change.Cluster, change.Earlier, change.Later, change.What);

    internal static IEnumerable<AlertPayload> OfTargets(IEnumerable<TargetHealth> targets, AlertRules rules) =>
        targets.SelectMany(target => GetKinds(target, rules.NotAnsweredAfter).Select(kind => OfOne(kind, target)));

    private static IEnumerable<AlertKind> GetKinds(TargetHealth now, int notAnsweredAfter)
    {
        var (failuresBefore, wasPartial) = (now.Before?.Failures ?? 0, now.Before?.IsPartial ?? false);
        if (failuresBefore < notAnsweredAfter && now.Failures >= notAnsweredAfter)
        {
            yield return AlertKind.NotAnswering;
        }
        else if (failuresBefore == 0 && now.Failures > 0)
        {
            yield return AlertKind.ScanFailed;
        }

        if (now.Failures == 0 && failuresBefore >= notAnsweredAfter)
        {
            yield return AlertKind.AnswersAgain;
        }
        else if (now is { Failures: 0, IsPartial: false } && (failuresBefore > 0 || wasPartial))
        {
            yield return AlertKind.ScanRecovered;
        }

        if (now is { IsPartial: true, Before.LastSuccessAt: not null } && !wasPartial)
        {
            yield return AlertKind.ScanPartial;
        }
    }

    private static AlertPayload OfOne(AlertKind kind, TargetHealth target) => new()
    {
        Id = CreateId(kind, target),
        Kind = kind,
        At = target.LastTriedAt,
        Title = Title(kind, target),
        Server = target.Server,
        Count = 1,
        Failures = target.Failures,
        LastSuccessAt = target.LastSuccessAt,
        Problem = target.Problem,
    };

    private static string Title(AlertKind kind, FleetChange change) => PlainText.ShortLine(change.Name) + kind switch
    {
        AlertKind.WentAway => " left its home frequency: it is on a host with a different frequency than it was powered on at, and slow or expected to be",
        AlertKind.FoundAway => " is away: it is on a host with a different frequency than it was powered on at, and slow or expected to be",
        AlertKind.CameHome => " came home: it is on a host with the frequency it was powered on at",
        AlertKind.TurnedSlow when change.Subject == SubjectKind.SqlServer => ": SQL Server is slow now" + Because(change.What),
        _ when change.Subject == SubjectKind.SqlServer => ": SQL Server is no longer slow",
        AlertKind.TurnedSlow => " has a slow clock now",
        AlertKind.WatchSilent => " is no longer watched: its watch has said nothing for two hours",
        AlertKind.WatchResumed => " is watched again, or its watch said that it ends",
        _ => " no longer has a slow clock" + (change.Later is { } later ? $": it is {PlainText.ShortLine(later)}" : ""),
    };

    private static string Because(string? cause) => cause switch
    {
        "clock" => ", because of its clock",
        "cpu" => ", because it is short of CPU",
        "storage" => ", because of its storage",
        _ => "",
    };

    private static string Title(AlertKind kind, int count, string? server)
    {
        var subjects = server is null ? "guests" : "virtual machines of " + PlainText.ShortLine(server);
        return $"{count} {subjects}" + kind switch
        {
            AlertKind.WentAway => " left their home frequency: they are on hosts with a different frequency than they were powered on at, and slow or expected to be",
            AlertKind.FoundAway => " are away: they are on hosts with a different frequency than they were powered on at, and slow or expected to be",
            AlertKind.CameHome => " came home: they are on hosts with the frequency they were powered on at",
            AlertKind.TurnedSlow => " have a slow clock now",
            AlertKind.WatchSilent => " are no longer watched: their watches have said nothing for two hours",
            AlertKind.WatchResumed => " are watched again, or their watches said that they end",
            _ => " no longer have a slow clock",
        };
    }

    private static string Title(AlertKind kind, TargetHealth target) => PlainText.ShortLine(target.Server) + kind switch
    {
        AlertKind.ScanFailed => " could not be read",
        AlertKind.ScanPartial => " could be read in part only",
        AlertKind.ScanRecovered => " could be read in full again",
        AlertKind.NotAnswering => $" has not been read for {target.Failures} scans in a row",
        _ => " is read again",
    };

    /// <summary>Tells reports by mail from each other, as alerts are.</summary>
    public static string CreateReportId(DateTimeOffset dueAt) => CreateId("digest", Milliseconds(dueAt));

    private static string CreateId(AlertKind kind, FleetChange change) => CreateId(
        kind.ToDocumentName(),
        change.Server,
        change.Subject.ToDocumentName(),
        change.Id ?? change.Name,
        Milliseconds(change.At),
        change.Later);

    private static string CreateId(AlertKind kind, IEnumerable<FleetChange> changes) =>
        CreateId(["many", .. changes.Select(change => CreateId(kind, change)).Order(StringComparer.Ordinal)]);

    private static string CreateId(AlertKind kind, TargetHealth target) =>
        CreateId(kind.ToDocumentName(), target.Server, Milliseconds(target.LastTriedAt));

    /// <summary>SHA-256 over what an alert is made of, so that the same facts make the same id.</summary>
    private static string CreateId(params IEnumerable<string?> parts)
    {
        // The length before each part, so that no name can be made that looks like two parts.
        var text = string.Concat(parts.Select(part => $"{part?.Length ?? -1}:{part}"));
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
    }

    private static string Milliseconds(DateTimeOffset time) => time.ToUnixTimeMilliseconds().ToString();
}

/// <summary>What alerts are made of, and where they go.</summary>
public sealed record AlertRules
{
    public const int MaxOfAKind = 20;

    public required IReadOnlyList<string> Channels { get; init; }

    public int NotAnsweredAfter { get; init; } = 3;

    /// <summary>Where people reach the server; null where there is none, or it is not configured.</summary>
    public Uri? PublicAddress { get; init; }

    public Func<FleetChange, bool> IsMuted { get; init; } = _ => false;
}
