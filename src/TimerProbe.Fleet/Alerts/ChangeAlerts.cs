using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Fleet.Alerts;

internal static class ChangeAlerts
{
    private static readonly string Slow = ClockState.Slow.ToDocumentName();

    /// <summary>An alert for each change, or one for all of a kind of one vCenter where they are many.</summary>
    public static IEnumerable<AlertPayload> Create(IEnumerable<FleetChange> changes, AlertRules rules) => changes
        .Select(change => (Kind: KindOf(change), Change: change))
        .Where(each => each.Kind is not null && !rules.IsMuted(each.Change))
        .GroupBy(each => (Kind: each.Kind!.Value, each.Change.Server), each => each.Change)
        .SelectMany(group => group.Count() > rules.MostOfAKind
            ? [OfMany(group.Key.Kind, group.Key.Server, [.. group])]
            : group.Select(change => OfOne(group.Key.Kind, change)));

    private static AlertKind? KindOf(FleetChange change) => change.Kind switch
    {
        ChangeKind.WentAway => AlertKind.WentAway,
        ChangeKind.FoundAway => AlertKind.FoundAway,
        ChangeKind.CameHome => AlertKind.CameHome,
        ChangeKind.VerdictChanged when change.Later == Slow => AlertKind.TurnedSlow,
        ChangeKind.VerdictChanged when change.Earlier == Slow => AlertKind.NoLongerSlow,
        _ => null,
    };

    private static AlertPayload OfOne(AlertKind kind, FleetChange change) => new()
    {
        Id = AlertId.Create(kind, change),
        Kind = kind,
        At = change.At,
        IsExact = change.IsExact,
        Title = AlertSentence.Format(kind, change),
        Server = change.Server,
        Count = 1,
        Subjects = [SubjectOf(change)],
    };

    private static AlertPayload OfMany(AlertKind kind, string? server, IReadOnlyList<FleetChange> changes) => new()
    {
        Id = AlertId.Create(kind, changes),
        Kind = kind,
        At = changes.Max(change => change.At),
        Title = AlertSentence.OfMany(kind, changes.Count, server),
        Server = server,
        Count = changes.Count,
        Subjects = [
            .. changes.OrderBy(change => change.Name, StringComparer.Ordinal)
                .ThenBy(change => change.Id, StringComparer.Ordinal)
                .Take(AlertPayload.MostSubjects)
                .Select(SubjectOf)
        ],
    };

    private static AlertSubject SubjectOf(FleetChange change) =>
        new(change.Subject.ToDocumentName(), change.Id, change.Name, change.Cluster, change.Earlier, change.Later, change.What);
}
