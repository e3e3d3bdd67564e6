using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Documents;

/// <summary>What a store tells, under the pseudonyms that the documents kept there have.</summary>
internal sealed class HistoryPseudonyms(Pseudonyms pseudonyms)
{
    // Their values are states, frequencies and settings. What a later release adds may name anything.
    private static readonly string[] KindsWithoutNames =
    [
        .. new[]
        {
            ChangeKind.CameHome, ChangeKind.WentAway, ChangeKind.FoundAway, ChangeKind.SettingChanged, ChangeKind.HostFrequencyChanged,
            ChangeKind.VerdictChanged,
            ChangeKind.PoweredOn, ChangeKind.PoweredOff, ChangeKind.Suspended, ChangeKind.Resumed, ChangeKind.PowerCycled,
        }.Select(kind => kind.ToDocumentName()),
    ];

    private static readonly string Moved = ChangeKind.Moved.ToDocumentName();

    public HistoryDocument Apply(HistoryDocument history) => history with
    {
        Subject = history.Subject with
        {
            Name = NameOf(history.Subject.Kind.ToDocumentName(), history.Subject.Name),
            Server = Map(history.Subject.Server, pseudonyms.Server),
            SmbiosUuid = Map(history.Subject.SmbiosUuid, pseudonyms.Uuid),
        },
        MachineStates =
        [
            .. history.MachineStates.Select(state => state with
            {
                Name = pseudonyms.VirtualMachine(state.Name),
                Cluster = Map(state.Cluster, pseudonyms.Cluster),
                Host = Map(state.Host, pseudonyms.Host),
                HomeHost = Map(state.HomeHost, pseudonyms.Host),
            }),
        ],
        HostStates = [
            .. history.HostStates.Select(state =>
                state with { Name = pseudonyms.Host(state.Name), Cluster = Map(state.Cluster, pseudonyms.Cluster) })
        ],
        Changes = [.. history.Changes.Select(Apply)],
    };

    private HistoryChange Apply(HistoryChange change) => change with
    {
        Server = Map(change.Server, pseudonyms.Server),
        Cluster = Map(change.Cluster, pseudonyms.Cluster),
        Name = NameOf(change.Subject, change.Name),
        Earlier = Map(change.Earlier, value => ValueOf(change.Kind, value)),
        Later = Map(change.Later, value => ValueOf(change.Kind, value)),
    };

    private string NameOf(string kind, string name) => kind switch
    {
        "virtualMachine" => pseudonyms.VirtualMachine(name),
        "host" => pseudonyms.Host(name),
        "cluster" => pseudonyms.Cluster(name),
        "guest" => pseudonyms.Guest(name),
        _ => pseudonyms.Name("name", name),
    };

    private string ValueOf(string kind, string value) => kind == Moved ? pseudonyms.Host(value)
        : KindsWithoutNames.Contains(kind, StringComparer.Ordinal) ? value
        : pseudonyms.Name("value", value);

    private static string? Map(string? name, Func<string, string> pseudonym) => name is null ? null : pseudonym(name);
}
