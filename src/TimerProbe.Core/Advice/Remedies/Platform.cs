namespace TimerProbe.Core.Advice;

/// <summary>What a machine may run on: how it is recognized, and its own words for what remedies ask of it.</summary>
/// <param name="Where">Where its remedies belong.</param>
/// <param name="Name">What people call it, as after "On".</param>
internal sealed record Platform(Setting Where, string Name)
{
    /// <summary>Whether a machine's signs are this platform's. The first of the table that says so is.</summary>
    public required Func<PlatformSigns, bool> Signs { get; init; }

    /// <summary>
    /// Stopping the machine and starting it afresh; null where that is nothing to do. Where several products show the same signs, its
    /// steps name each.
    /// </summary>
    public Func<VmName, PlannedRemedy>? Restart { get; init; }

    /// <summary>Offering the guest a clock that it reads without leaving the machine.</summary>
    public Func<VmName, PlannedRemedy>? OfferClock { get; init; }

    /// <summary>Letting the guest read the TSC natively, safest first.</summary>
    public Func<VmName, IReadOnlyList<PlannedRemedy>>? NativeTsc { get; init; }

    /// <summary>Giving the machine its processors.</summary>
    public Func<VmName, PlannedRemedy>? ProcessorShare { get; init; }

    /// <summary>The usual reason for a trapped TSC, in at most two lines; null for that of the rule.</summary>
    public string? WhyTrapped { get; init; }

    /// <summary>How the kernel inside is started again; null for an ordinary restart.</summary>
    public RemedyStep? RestartOfKernel { get; init; }
}
