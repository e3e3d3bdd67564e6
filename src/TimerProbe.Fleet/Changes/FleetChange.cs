using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Fleet.Changes;

/// <summary>Something that is different from what was seen before.</summary>
public sealed record FleetChange
{
    /// <summary>What happened.</summary>
    public required ChangeKind Kind { get; init; }

    /// <summary>When it happened where that is told, else when it was first seen.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Whether <see cref="At"/> is when it happened: by vCenter's events or a boot time.</summary>
    public bool IsExact { get; init; }

    /// <summary>What it happened to.</summary>
    public required ChangeSubject Subject { get; init; }

    /// <summary>The machine's or host's managed object id; null for a guest that measured itself.</summary>
    public string? Id { get; init; }

    /// <summary>The machine's, host's, guest's or SQL Server's name.</summary>
    public required string Name { get; init; }

    /// <summary>The vCenter by the name it was asked by; null for a guest that measured itself.</summary>
    public string? Server { get; init; }

    /// <summary>The cluster it is in.</summary>
    public string? Cluster { get; init; }

    /// <summary>The managed object id of the host the machine is on now.</summary>
    public string? HostId { get; init; }

    /// <summary>The managed object id of the host the machine was on before; only of a move.</summary>
    public string? FromHostId { get; init; }

    /// <summary>Which setting, of <see cref="ChangeKind.SettingChanged"/>; the cause now, of <see cref="ChangeKind.VerdictChanged"/>.</summary>
    public string? What { get; init; }

    /// <summary>How it was: a host's name, a frequency in Hz, a state, a value; null when it was not there.</summary>
    public string? Earlier { get; init; }

    /// <summary>How it is now; null when it is not there any more.</summary>
    public string? Later { get; init; }
}

/// <summary>What a change happened to.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ChangeSubject>))]
public enum ChangeSubject
{
    /// <summary>A virtual machine of a vCenter.</summary>
    VirtualMachine,

    /// <summary>A host of a vCenter.</summary>
    Host,

    /// <summary>A machine that measured itself.</summary>
    Guest,

    /// <summary>A SQL Server that workloads were run on.</summary>
    SqlServer,
}

/// <summary>What happened.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ChangeKind>))]
public enum ChangeKind
{
    /// <summary>A machine is on another host.</summary>
    Moved,

    /// <summary>A machine that was away is on a host of its home's frequency.</summary>
    CameHome,

    /// <summary>A machine that was at home, or off, is on a host with a different frequency.</summary>
    WentAway,

    /// <summary>A machine whose home was not known turns out to be on a host with a different frequency.</summary>
    FoundAway,

    /// <summary>A setting that touches a machine's clock has another value.</summary>
    SettingChanged,

    /// <summary>A host has another frequency, beyond what calibration differs by.</summary>
    HostFrequencyChanged,

    /// <summary>A host was not there before.</summary>
    HostAdded,

    /// <summary>A host is no longer there.</summary>
    HostGone,

    /// <summary>The clock inside a guest is judged otherwise.</summary>
    VerdictChanged,

    /// <summary>A machine was not there before.</summary>
    MachineAdded,

    /// <summary>A machine is no longer there.</summary>
    MachineGone,

    /// <summary>A machine that was off is on.</summary>
    PoweredOn,

    /// <summary>A machine that was on or suspended is off.</summary>
    PoweredOff,

    /// <summary>A machine that was on is suspended.</summary>
    Suspended,

    /// <summary>A machine that was suspended is on.</summary>
    Resumed,

    /// <summary>A machine was off and on again in between.</summary>
    PowerCycled,

    /// <summary>A machine was reverted to a snapshot in between.</summary>
    Reverted,

    /// <summary>A guest's session with its hypervisor is another: it moved, was resumed or was reverted.</summary>
    SessionChanged,
}
