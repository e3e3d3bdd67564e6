using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.History;

/// <summary>Something that happened, as a mark on a line of time.</summary>
/// <param name="At">When.</param>
/// <param name="Kind">What.</param>
public sealed record Mark(DateTimeOffset At, MarkKind Kind)
{
    /// <summary>The mark of a change; null where the rows of states and verdicts show it already.</summary>
    internal static Mark? From(HistoryChange change) => KindOf(change.Kind) is { } kind ? new Mark(change.At, kind) : null;

    private static MarkKind? KindOf(string change) => change switch
    {
        "moved" => MarkKind.Move,
        "poweredOn" or "poweredOff" or "suspended" or "resumed" or "powerCycled" or "reverted" => MarkKind.Power,
        "settingChanged" or "hostFrequencyChanged" => MarkKind.Setting,
        "sessionChanged" => MarkKind.Session,
        "hostAdded" or "hostGone" or "machineAdded" or "machineGone" => MarkKind.Inventory,
        _ => null,
    };
}

/// <summary>The kinds of marks.</summary>
public enum MarkKind
{
    /// <summary>A machine moved to another host.</summary>
    Move,

    /// <summary>A machine was powered on or off, suspended, resumed, or reverted to a snapshot.</summary>
    Power,

    /// <summary>A setting or a host's frequency changed.</summary>
    Setting,

    /// <summary>A guest's session with its hypervisor is another.</summary>
    Session,

    /// <summary>A machine or a host came or went.</summary>
    Inventory,
}
