namespace TimerProbe.Core.Advice;

/// <summary>What a machine may run on: how it is recognized, and its own words for what remedies ask of it.</summary>
internal sealed record Platform(Setting Where, string Name)
{
    public required Func<PlatformSigns, bool> Signs { get; init; }

    /// <summary>Where its users stop and start a machine; null where <see cref="Restart"/> has the steps, or nothing is to stop.</summary>
    public string? Console { get; init; }

    /// <summary>In words; null where nothing offers Windows the clock, and where <see cref="OfferClock"/> has the steps.</summary>
    public string? WindowsClock { get; init; }

    /// <summary>
    /// Stopping the machine and starting it afresh; null where that is nothing to do. Where several products show the same signs,
    /// its steps name each.
    /// </summary>
    public Func<VmName, PlannedRemedy>? Restart { get; init; }

    public Func<VmName, PlannedRemedy>? OfferClock { get; init; }

    public Func<VmName, IReadOnlyList<PlannedRemedy>>? NativeTsc { get; init; }

    public Func<VmName, PlannedRemedy>? ProcessorShare { get; init; }

    /// <summary>The usual reason for a trapped TSC, in at most two lines; null for that of the rule.</summary>
    public string? TrapReason { get; init; }

    /// <summary>How the kernel inside is started again; null for an ordinary restart.</summary>
    public RemedyStep? RestartOfKernel { get; init; }

    /// <summary>The same hypervisor under a manager, whose users have its console and none of these commands.</summary>
    public Platform Under(Setting manager, string name) => new(manager, name) { Signs = Signs, TrapReason = TrapReason };

    public PlannedRemedy? GetProcessorShare(VmName vm) => ProcessorShare?.Invoke(vm) ?? (Console is null ? null : OtherCpu.Credits(Where));

    public PlannedRemedy? GetRestart(VmName vm) => Restart is { } own ? own(vm)
        : Console is null ? null
        : new(Where, "Stop the VM (a restart is not enough) and start it again (downtime)",
            [new(Tools.Words, $"Stop the VM by {Console}, and start it again.")],
            [Caveats.Downtime, "Who may not do that asks its administrator."]);

    public PlannedRemedy? GetOfferClock(VmName vm) => OfferClock is { } own ? own(vm)
        : WindowsClock is null ? null
        : new(Where, "Offer Windows the hypervisor's own clock (downtime)",
            [new(Tools.Words, $"{WindowsClock}\nThen stop the VM by {Console}, and start it again.")],
            [
                "It takes effect at the next start of the VM, not at a restart inside the guest.",
                "Who may not change it asks its administrator. An edit of the domain beneath is lost at the next start: the manager writes it anew.",
            ])
        {
            When = facts => facts.Machine.Windows is not null,
        };
}
