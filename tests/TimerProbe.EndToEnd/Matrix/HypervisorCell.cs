namespace TimerProbe.EndToEnd.Matrix;

internal sealed record HypervisorCell(string Name, params IReadOnlyList<string> Boot)
{
    // What else runs on the machine slows an emulated guest at one moment and not at another.
    private static readonly double[] Noise = [0.4, 0.6, 1, 1.6, 2.5];

    /// <summary>What the document is to call the hypervisor.</summary>
    public required string Hypervisor { get; init; }

    /// <summary>Whether reads of the TSC trap; null where the host decides that, and the loops of C tell.</summary>
    public bool? Traps { get; init; } = false;

    /// <summary>Whether the guest's kernel takes a wrong rate for the TSC's, so that no figure in ns holds.</summary>
    public bool IsMiscalibrated { get; init; }

    /// <summary>Whether there may be too little of the machine for an answer.</summary>
    public bool IsPoor { get; init; }

    /// <summary>What is wrong with what the guest's loops of C found, by what the cell is; null when nothing is.</summary>
    public string? Mislabelled(BootedGuest guest) => (guest.Cost("rdtsc"), Traps) switch
    {
        (null, _) => IsPoor ? null : "the loops of C said nothing",
        (var cost and >= 300, false) => $"RDTSC costs {cost:0} ns by loops of C, and does not trap here",
        (var cost and < 300, true) => $"RDTSC costs {cost:0} ns by loops of C, and traps here",
        _ => null,
    };

    /// <summary>Whether a document is right: true, false, or null where it leaves the question open.</summary>
    public bool? IsRight(BootedGuest guest)
    {
        if (guest.Document is not { } document)
        {
            return IsPoor ? null : false;
        }

        var said = (document.Verdict.State, document.Verdict.Cause);
        var names = document.Machine.Hypervisor.Name == Hypervisor && document.Machine.Linux?.Clocksource == guest.Clocksource;
        var right = Right(guest);
        return true switch
        {
            _ when !names && !IsPoor => false,
            _ when IsMiscalibrated => document.Verdict is { State: ClockState.Unclear, Because: var because }
                && because.Contains("the kernel takes the TSC for 333 MHz", StringComparison.Ordinal),
            _ when right.Contains(said) => true,
            // A machine that is busy at one moment and not at another is open too.
            _ when said == (ClockState.Unclear, ClockCause.Intermittent) => null,
            _ when said.Cause == ClockCause.Unknown && (said.State == ClockState.Unclear || right.Any(item => item.State == said.State)) => null,
            _ => false,
        };
    }

    /// <summary>The right verdicts: those of what the loops of C found, and of somewhat more and less.</summary>
    private IEnumerable<(ClockState State, ClockCause Cause)> Right(BootedGuest guest) =>
        Noise.Select(factor => Of(new Duration((guest.Cost("realtime") ?? 80) * factor), guest.Cost("rdtsc") >= 300, guest.Clocksource)).Distinct();

    private static (ClockState State, ClockCause Cause) Of(Duration read, bool traps, string? clocksource)
    {
        var band = VerdictTable.Band(read);
        return true switch
        {
            _ when traps => (ClockState.Slow, ClockCause.TscTrapped),
            _ when band == ClockState.Healthy => (band, ClockCause.None),
            _ when clocksource is "hpet" or "acpi_pm" => (band, ClockCause.PlatformTimer),
            _ when clocksource is not (null or "tsc") => (band, ClockCause.HypervisorPage),
            _ => (band, ClockCause.Unknown),
        };
    }

    public override string ToString() => Name;
}
