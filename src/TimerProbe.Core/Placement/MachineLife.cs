namespace TimerProbe.Core.Placement;

/// <summary>
/// What a machine's events, told in their order, amount to. What brings back a memory image (a resume, a snapshot's memory, an instant
/// clone) brings back the frequency of that image, and may post an event of a power-on that is none.
/// </summary>
/// <param name="bootTime">When the machine was powered on by the host's clock; null when not told.</param>
internal sealed class MachineLife(DateTimeOffset? bootTime)
{
    /// <summary>A revert is told when it is asked for, and takes minutes where much memory is read back: what lies in them may be part of it.</summary>
    public static readonly TimeSpan LongestRevert = TimeSpan.FromMinutes(10);

    private bool _isSuspended;
    private MachineEvent? _restored;
    private string? _host;

    /// <summary>The newest power-on of this boot; null when none is told.</summary>
    public MachineEvent? PoweredOn { get; private set; }

    /// <summary>Why the power-on does not tell the frequency; null when it does.</summary>
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
            case MachineEventKind.PoweredOff when !IsPartOfRestoring(happened):
                (_isSuspended, _restored) = (false, null);
                break;
            case MachineEventKind.PoweredOn when !_isSuspended && _restored is null:
            case MachineEventKind.Restarted:
                (_isSuspended, _restored, Doubt) = (false, null, null);
                PoweredOn = IsOfThisBoot(happened) ? happened : null;
                break;
        }

        _host = happened.Host ?? _host;
    }

    private void Restore(MachineEvent happened, string doubt) => (_restored, Doubt) = (happened, doubt);

    private bool IsPartOfRestoring(MachineEvent happened) => _restored is { } restored
        && (happened.At - restored.At <= LongestRevert || (happened.Chain != 0 && happened.Chain == restored.Chain));

    private bool IsOfThisBoot(MachineEvent happened) => bootTime is not { } boot || boot - happened.At <= HomeFinder.BootTimeSlack;
}
