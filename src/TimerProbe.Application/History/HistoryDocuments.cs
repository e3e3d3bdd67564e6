using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.Application.History;

/// <summary>What a store knows, as a document.</summary>
/// <param name="window">The stretch of time.</param>
/// <param name="now">When the document is made.</param>
/// <param name="tool">The program that makes it.</param>
internal sealed class HistoryDocuments(TimeWindow window, DateTimeOffset now, ToolInfo tool)
{
    public HistoryDocument Of(MachineHistory history)
    {
        var machine = history.Machine;
        var subject = new HistorySubject(
            SubjectKind.VirtualMachine, machine.Name, machine.Server, machine.Id, machine.BiosUuid, machine.FirstSeenAt, machine.GoneAt, machine.ScannedAt);
        return Empty(subject) with
        {
            MachineStates = [.. history.States.Select(State)],
            Changes = [.. history.Changes.Select(Change)],
            Measurements = [.. history.Measurements.Select(Measurement)],
            Scans = [.. history.Scans.Select(Scan)],
        };
    }

    public HistoryDocument Of(HostHistory history)
    {
        var host = history.Host;
        return Empty(new HistorySubject(SubjectKind.Host, host.Name, host.Server, host.Id, SmbiosUuid: null, host.FirstSeenAt, host.GoneAt, host.ScannedAt)) with
        {
            HostStates = [.. history.States.Select(State)],
            Changes = [.. history.Changes.Select(Change)],
            Scans = [.. history.Scans.Select(Scan)],
        };
    }

    public HistoryDocument Of(ClusterHistory history) =>
        Empty(new HistorySubject(SubjectKind.Cluster, history.Cluster.Name, history.Cluster.Server, Id: null, SmbiosUuid: null, FirstSeenAt: null, GoneAt: null, ScannedAt: null)) with
        {
            MachineStates = [.. history.States.Select(State).OrderBy(state => state.Since)],
            Changes = [.. history.Changes.Select(Change)],
            Scans = [.. history.Scans.Select(Scan)],
        };

    public HistoryDocument Of(GuestHistory history) =>
        Empty(new HistorySubject(SubjectKind.Guest, history.Guest.Name, Server: null, Id: null, history.Guest.SmbiosUuid, FirstSeenAt: null, GoneAt: null, ScannedAt: null)) with
        {
            Changes = [.. history.Changes.Select(Change)],
            Measurements = [.. history.Measurements.Select(Measurement)],
        };

    /// <param name="history">What is known.</param>
    /// <param name="server">The one vCenter it is about; null for all.</param>
    public HistoryDocument Of(FleetHistory history, string? server) =>
        Empty(new HistorySubject(SubjectKind.Vcenter, server ?? $"{history.VCenters} vCenter{(history.VCenters == 1 ? "" : "s")}", server, Id: null, SmbiosUuid: null, FirstSeenAt: null, GoneAt: null, ScannedAt: null)) with
        {
            Changes = [.. history.Changes.Select(Change)],
            Scans = [.. history.Scans.Select(Scan)],
        };

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

    private static HistoryMachineState State(StatePeriod<MachineState> held) => new()
    {
        Since = held.Since,
        Until = held.Until,
        Id = held.State.Id,
        Name = held.State.Name,
        Cluster = held.State.Cluster,
        PowerState = held.State.PowerState,
        BootTime = held.State.BootTime,
        Placement = held.State.Placement,
        Host = held.State.Host,
        HostHz = held.State.HostHz,
        HomeHost = held.State.HomeHost,
        HomeHz = held.State.HomeHz,
        HomeSource = held.State.HomeSource,
        HomeSince = held.State.HomeSince,
        State = held.State.Verdict,
        Cause = held.State.Cause,
        Settings = SettingsText.Read(held.State.Settings),
    };

    private static HistoryHostState State(StatePeriod<HostState> held) => new()
    {
        Since = held.Since,
        Until = held.Until,
        Id = held.State.Id,
        Name = held.State.Name,
        Cluster = held.State.Cluster,
        Hz = held.State.Hz,
        CpuModel = held.State.CpuModel,
        Version = held.State.Version,
        PowerPolicy = held.State.PowerPolicy,
        ConnectionState = held.State.ConnectionState,
        InMaintenanceMode = held.State.InMaintenanceMode,
        BootTime = held.State.BootTime,
    };

    private static HistoryChange Change(FleetChange change) => new(
        change.At, change.IsExact, change.Kind.ToDocumentName(), change.Subject.ToDocumentName(), change.Server, change.Cluster, change.Name, change.Id, change.What, change.Earlier, change.Later);

    private static HistoryMeasurement Measurement(GuestMeasurement measured) => new(
        measured.At, measured.Source.ToDocumentName(), measured.State, measured.Cause, measured.Median, measured.Low, measured.High, measured.HostHz, measured.VirtualTscHz);

    private static HistoryScan Scan(ScanPoint scan) => new(scan.At, scan.DocumentId, scan.IsFull, scan.Hosts, scan.Home, scan.Away, scan.Unknown, scan.Off);
}
