namespace TimerProbe.Core.Advice;

/// <summary>What a machine may run on: how it is recognized, and its own words for what remedies ask of it.</summary>
internal sealed record Platform(Setting Where, string Name)
{
    public required Func<PlatformSigns, bool> Signs { get; init; }

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
}
