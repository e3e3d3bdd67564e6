namespace TimerProbe.Core.Facts;

/// <summary>What happened to a machine, a host or a guest between two looks.</summary>
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

    /// <summary>A guest's watch has not been heard for two hours.</summary>
    WatchSilent,

    /// <summary>A guest's watch that was silent is heard again, or says that it ends.</summary>
    WatchResumed,
}
