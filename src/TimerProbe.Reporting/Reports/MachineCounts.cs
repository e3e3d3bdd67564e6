namespace TimerProbe.Reporting.Reports;

/// <summary>How many virtual machines there are of each kind.</summary>
/// <param name="Home">At home.</param>
/// <param name="Away">Away.</param>
/// <param name="Unknown">Home unknown.</param>
/// <param name="Off">Powered off or suspended.</param>
/// <param name="Slow">Measured slow in the guest, wherever they are.</param>
/// <param name="Measured">With a result from the guest, whatever it says.</param>
public sealed record MachineCounts(int Home, int Away, int Unknown, int Off, int Slow, int Measured)
{
    /// <summary>How many of those at home are inferred to be there.</summary>
    public int HomeInferred { get; init; }

    /// <summary>How many of those away are inferred to be.</summary>
    public int AwayInferred { get; init; }

    /// <summary>How many of those away are expected to be slow: their hosts do not scale the TSC.</summary>
    public int ExpectedSlow { get; init; }

    /// <summary>How many of these are inferred to be away.</summary>
    public int ExpectedSlowInferred { get; init; }

    /// <summary>How many of those away are undecided: no source says whether their hosts scale the TSC.</summary>
    public int Open { get; init; }

    /// <summary>How many of these are inferred to be away.</summary>
    public int OpenInferred { get; init; }

    /// <summary>How many of those away were measured slow.</summary>
    public int SlowAway { get; init; }

    /// <summary>How many of those away are not affected: measured fast, or their hosts scale the TSC.</summary>
    public int Unaffected { get; init; }

    /// <summary>How many of these were measured fast.</summary>
    public int MeasuredFast { get; init; }

    /// <summary>How many of those away are expected to keep wrong time, which is worse than slow: they read the raw TSC.</summary>
    public int WrongTime { get; init; }

    /// <summary>All of them.</summary>
    public int Total => Home + Away + Unknown + Off;

    /// <summary>Those that are powered on.</summary>
    public int Running => Total - Off;

    public int From(Placement placement) => placement switch
    {
        Placement.Home => Home,
        Placement.Away => Away,
        Placement.Unknown => Unknown,
        _ => Off,
    };

    public int GetInferred(Placement placement) => placement switch
    {
        Placement.Home => HomeInferred,
        Placement.Away => AwayInferred,
        _ => 0,
    };

    public int From(ClockExpectation clock) => clock switch
    {
        ClockExpectation.Slow => SlowAway,
        ClockExpectation.ExpectedSlow => ExpectedSlow,
        ClockExpectation.Open => Open,
        ClockExpectation.Fast => MeasuredFast,
        _ => Unaffected - MeasuredFast,
    };

    public static MachineCounts From(IEnumerable<VirtualMachineFacts> machines)
    {
        VirtualMachineFacts[] all = [.. machines];
        var inferred = Array.FindAll(all, machine => machine.HomeCertainty == HomeCertainty.Inferred);
        return new MachineCounts(
            Count(all, Placement.Home),
            Count(all, Placement.Away),
            Count(all, Placement.Unknown),
            Count(all, Placement.Off),
            all.Count(MachineRow.IsSlow),
            all.Count(machine => machine.Guest is not null))
        {
            HomeInferred = Count(inferred, Placement.Home),
            AwayInferred = Count(inferred, Placement.Away),
            ExpectedSlow = Count(all, ClockExpectation.ExpectedSlow),
            ExpectedSlowInferred = Count(inferred, ClockExpectation.ExpectedSlow),
            Open = all.Count(machine => machine.IsClockOpen),
            OpenInferred = inferred.Count(machine => machine.IsClockOpen),
            SlowAway = Count(all, ClockExpectation.Slow),
            Unaffected = all.Count(machine => machine.IsUnaffected),
            MeasuredFast = all.Count(machine => machine is { IsUnaffected: true, ClockExpectation: ClockExpectation.Fast }),
            WrongTime = all.Count(machine => machine.IsTimeExpectedWrong),
        };
    }

    private static int Count(VirtualMachineFacts[] machines, Placement placement) =>
        machines.Count(machine => machine.Placement == placement);

    private static int Count(VirtualMachineFacts[] machines, ClockExpectation clock) =>
        machines.Count(machine => machine.Placement == Placement.Away && machine.ClockExpectation == clock);
}
