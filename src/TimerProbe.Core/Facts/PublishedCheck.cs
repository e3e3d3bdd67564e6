namespace TimerProbe.Core.Facts;

/// <summary>
/// What a guest leaves with its hypervisor of what it measured, in a variable that vCenter shows among the virtual machine's
/// settings. It is as true as the guest's administrators are: any of them can write what he likes about his own machine.
/// </summary>
public sealed record PublishedCheck
{
    /// <summary>The variable.</summary>
    public const string Variable = "guestinfo.timerprobe.check";

    /// <summary>When it was measured; to the second when it was read.</summary>
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>The id of the check document, or of the line of <c>watch</c> that first said it.</summary>
    public required Guid Id { get; init; }

    /// <summary>Which start of its operating system the guest was in; null when not reported.</summary>
    public string? Boot { get; init; }

    /// <summary>What a read of precise time costs, in bands.</summary>
    public required ClockState State { get; init; }

    /// <summary>Why, when it is not healthy.</summary>
    public required ClockCause Cause { get; init; }

    /// <summary>How the cause is known; null without a cause, or when not reported.</summary>
    public Confidence? Confidence { get; init; }

    /// <summary>The median cost of a read of precise time; null when not reported. This and the next two are published to 0.1 ns.</summary>
    public Duration? PreciseTime { get; init; }

    /// <summary>That of RDTSC.</summary>
    public Duration? TimestampCounter { get; init; }

    /// <summary>That of CPUID.</summary>
    public Duration? VmExit { get; init; }

    /// <summary>The TSC frequency the hypervisor gave the guest at its power-on.</summary>
    public Frequency? VirtualTscHz { get; init; }

    /// <summary>The version of the program that measured.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Whether SQL Server is installed in the guest.</summary>
    public bool SqlServer { get; init; }

    public static PublishedCheck From(IGuestCheck check, ToolInfo tool) => new()
    {
        MeasuredAt = check.StartedAt,
        Id = check.Id,
        State = check.Verdict.State,
        Cause = check.Verdict.Cause,
        Confidence = check.Verdict.Confidence,
        PreciseTime = GetCost(check, ClockSource.PreciseTime),
        TimestampCounter = GetCost(check, ClockSource.TimestampCounter),
        VmExit = GetCost(check, ClockSource.VmExit),
        VirtualTscHz = check.Machine.Hypervisor.VirtualTscHz,
        ToolVersion = tool.Version,
    };

    public bool IsEquivalentTo(PublishedCheck other) =>
        (State, Cause, Confidence, Boot, VirtualTscHz, ToolVersion, SqlServer)
        == (other.State, other.Cause, other.Confidence, other.Boot, other.VirtualTscHz, other.ToolVersion, other.SqlServer);

    private static Duration? GetCost(IGuestCheck check, ClockSource source) =>
        check.Clocks.FirstOrDefault(clock => clock.Source == source)?.CallNs?.Median;
}
