namespace TimerProbe.Core.Placement;

/// <summary>Something that happened to a virtual machine and that its home depends on.</summary>
/// <param name="Host">The managed object id of the host it then was on: the destination of a move; null when not reported.</param>
/// <param name="Source">The host a move came from; null when not reported.</param>
public sealed record MachineEvent(MachineEventKind Kind, DateTimeOffset At, string? Host, string? Source, int Key)
{
    public int Chain { get; init; }

    /// <summary>Who made a move: <see cref="Facts.MachineMove.ByDrs"/>, or an account; null when not reported.</summary>
    public string? By { get; init; }
}

/// <summary>The kinds of events that a home depends on.</summary>
public enum MachineEventKind
{
    PoweredOn,
    Restarted,
    Moved,
    FailedOver,
    Suspended,
    Resumed,
    Reverted,
    Cloned,
    PoweredOff,
    Resetting,
}

/// <summary>
/// What a machine's events, taken in their order, show. What brings back a memory image (a resume, a snapshot's memory, an
/// instant clone) brings back the frequency of that image, and may post an event of a power-on that was none; so does a reset,
/// of which it is not known whether it gives another frequency.
/// </summary>
/// <param name="bootTime">When the machine was powered on by the host's clock; null when not reported.</param>
internal sealed class MachineLife(DateTimeOffset? bootTime)
{
    /// <summary>A revert's event comes first, and reading much memory back takes minutes: events within this may be part of it.</summary>
    public static readonly TimeSpan MaxRevert = TimeSpan.FromMinutes(10);

    private bool _isSuspended;
    private bool? _isOn;
    private MachineEvent? _leftOff;
    private MachineEvent? _restored;
    private MachineEvent? _resetting;
    private string? _host;

    /// <summary>The newest power-on of this boot; null when none is reported.</summary>
    public MachineEvent? PoweredOn { get; private set; }

    public bool IsUnconfirmed { get; private set; }

    /// <summary>A reset since the power-on, or what looks like one; null when none is reported.</summary>
    public MachineEvent? Reset { get; private set; }

    public MachineEvent? EarlierPowerOn { get; private set; }

    public DateTimeOffset? LastPowerEventAt { get; private set; }

    /// <summary>Why the power-on does not show the frequency; null when it does.</summary>
    public string? Doubt { get; private set; }

    public void Add(MachineEvent happened)
    {
        switch (happened.Kind)
        {
            case MachineEventKind.Suspended or MachineEventKind.Resumed:
                _isSuspended = true;
                break;
            case MachineEventKind.Reverted:
                Restore(happened, "it was reverted to a snapshot, whose memory brings back the frequency it was taken at");
                break;
            case MachineEventKind.Cloned:
                Restore(happened, "it is an instant clone, which has the frequency of the machine it was made from");
                break;
            case MachineEventKind.FailedOver when happened.Host == _host:
                // The events are those of the former secondary, which never had a frequency of its own.
                Restore(happened, "it was the secondary of a fault tolerance pair, which has the frequency of its primary");
                break;
            case MachineEventKind.Resetting:
                (_resetting, Reset) = (happened, happened);
                break;
            case MachineEventKind.PoweredOff when IsPartOfRestoring(happened):
                _leftOff = happened;
                break;
            case MachineEventKind.PoweredOff:
                (_isSuspended, _leftOff, _restored, _resetting, _isOn, EarlierPowerOn) = (false, null, null, null, false, null);
                LastPowerEventAt = happened.At;
                break;
            case MachineEventKind.Restarted:
                PowerOn(happened, isUnconfirmed: false);
                break;
            case MachineEventKind.PoweredOn when _leftOff is { } off && (IsOfOtherTask(happened) || !BelongsTo(off, happened)):
                // A snapshot without memory leaves a machine off.
                PowerOn(happened, isUnconfirmed: BelongsTo(off, happened));
                break;
            case MachineEventKind.PoweredOn when _restored is not null:
                _leftOff = null;
                break;
            case MachineEventKind.PoweredOn when !_isSuspended:
                if (IsReset(happened))
                {
                    Reset = happened;
                }
                else
                {
                    PowerOn(happened, isUnconfirmed: _isOn is null && !IsAtBoot(happened));
                }

                break;
        }

        _host = happened.Host ?? _host;
    }

    private bool IsReset(MachineEvent happened) =>
        (_resetting is { } resetting && happened.At - resetting.At <= HomeFinder.BootTimeSlack)
        || (_isOn != false && !IsAtBoot(happened) && (bootTime is { } boot ? happened.At > boot : _isOn == true));

    private void PowerOn(MachineEvent happened, bool isUnconfirmed)
    {
        (_isSuspended, _leftOff, _restored, _resetting, _isOn, Doubt, Reset) = (false, null, null, null, true, null, null);
        LastPowerEventAt = happened.At;
        IsUnconfirmed = isUnconfirmed;
        (PoweredOn, EarlierPowerOn) = bootTime is not { } boot || boot - happened.At <= HomeFinder.BootTimeSlack
            ? (happened, null)
            : ((MachineEvent?)null, happened);
    }

    private void Restore(MachineEvent happened, string doubt) => (_restored, _leftOff, Doubt) = (happened, null, doubt);

    private bool IsPartOfRestoring(MachineEvent happened) => _restored is { } restored && BelongsTo(restored, happened);

    private static bool BelongsTo(MachineEvent earlier, MachineEvent happened) =>
        happened.At - earlier.At <= MaxRevert || (happened.Chain != 0 && happened.Chain == earlier.Chain);

    private bool IsOfOtherTask(MachineEvent happened) =>
        happened.Chain != 0 && happened.Chain != happened.Key && _restored is { Chain: not 0 } restored && happened.Chain != restored.Chain;

    private bool IsAtBoot(MachineEvent happened) => (bootTime - happened.At)?.Duration() <= HomeFinder.BootTimeSlack;
}
