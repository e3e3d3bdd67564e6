using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.Application.History;

internal sealed class HistoryDocuments(TimeWindow window, DateTimeOffset now, ToolInfo tool)
{
    public HistoryDocument Of(MachineHistory history)
    {
        var machine = history.Machine;
        var subject = new HistorySubject(
            SubjectKind.VirtualMachine,
            machine.Name,
            machine.Server,
            machine.Id,
            machine.BiosUuid,
            machine.FirstSeenAt,
            machine.GoneAt,
            machine.ScannedAt);
        return Empty(subject) with
        {
            MachineStates = [.. history.States.Select(State)],
            Changes = [.. history.Changes.Select(Change)],
            Measurements = [.. history.Measurements.Select(Measurement)],
            Scans = history.Scans,
        };
    }

    public HistoryDocument Of(HostHistory history)
    {
        var host = history.Host;
        var subject = new HistorySubject(
            SubjectKind.Host, host.Name, host.Server, host.Id, SmbiosUuid: null, host.FirstSeenAt, host.GoneAt, host.ScannedAt);
        return Empty(subject) with
        {
            HostStates = history.States,
            Changes = [.. history.Changes.Select(Change)],
            Scans = history.Scans,
        };
    }

    public HistoryDocument Of(ClusterHistory history) =>
        Undated(SubjectKind.Cluster, history.Cluster.Name, history.Cluster.Server) with
        {
            MachineStates = [.. history.States.Select(State).OrderBy(state => state.Since)],
            Changes = [.. history.Changes.Select(Change)],
            Scans = history.Scans,
        };

    public HistoryDocument Of(GuestHistory history) =>
        Undated(SubjectKind.Guest, history.Guest.Name, smbiosUuid: history.Guest.SmbiosUuid) with
        {
            Changes = [.. history.Changes.Select(Change)],
            Measurements = [.. history.Measurements.Select(Measurement)],
        };

    public HistoryDocument Of(FleetHistory history, string? server) =>
        Undated(SubjectKind.Vcenter, server ?? $"{history.VCenters} vCenter{(history.VCenters == 1 ? "" : "s")}", server) with
        {
            Changes = [.. history.Changes.Select(Change)],
            Scans = history.Scans,
        };

    private HistoryDocument Undated(SubjectKind kind, string name, string? server = null, string? smbiosUuid = null) =>
        Empty(new HistorySubject(kind, name, server, Id: null, smbiosUuid, FirstSeenAt: null, GoneAt: null, ScannedAt: null));

    private HistoryDocument Empty(HistorySubject subject) => new()
    {
        Tool = tool,
        WrittenAt = now,
        From = window.From,
        To = window.To,
        Subject = subject,
        MachineStates = [],
        HostStates = [],
        Changes = [],
        Measurements = [],
        Scans = [],
    };

    private static HistoryMachineState State(StatePeriod<MachineState> period) => new()
    {
        Since = period.Since,
        Until = period.Until,
        Id = period.State.Id,
        Name = period.State.Name,
        Cluster = period.State.Cluster,
        PowerState = period.State.PowerState,
        BootTime = period.State.BootTime,
        Placement = period.State.Placement,
        Host = period.State.Host,
        HostHz = period.State.HostHz,
        HomeHost = period.State.HomeHost,
        HomeHz = period.State.HomeHz,
        HomeSource = period.State.HomeSource,
        HomeCertainty = period.State.HomeCertainty,
        HomeSince = period.State.HomeSince,
        State = period.State.Verdict,
        Cause = period.State.Cause,
        Settings = SettingsText.Read(period.State.Settings),
    };

    private static HistoryChange Change(FleetChange change) => new(
        change.At,
        change.IsExact,
        change.Kind.ToDocumentName(),
        change.Subject.ToDocumentName(),
        change.Server,
        change.Cluster,
        change.Name,
        change.Id,
        change.What,
        change.Earlier,
        change.Later);

    private static HistoryMeasurement Measurement(GuestMeasurement measured) => new(
        measured.At,
        measured.Source.ToDocumentName(),
        measured.State,
        measured.Cause,
        measured.Median,
        measured.Low,
        measured.High,
        measured.HostHz,
        measured.VirtualTscHz);
}
