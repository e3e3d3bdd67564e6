using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>How many virtual machines there are of each kind.</summary>
/// <param name="Home">At home.</param>
/// <param name="Away">Away.</param>
/// <param name="Unknown">Home unknown.</param>
/// <param name="Off">Powered off or suspended.</param>
/// <param name="Slow">Measured slow in the guest, wherever they are.</param>
/// <param name="Measured">With a result from the guest, whatever it says.</param>
public sealed record MachineCounts(int Home, int Away, int Unknown, int Off, int Slow, int Measured)
{
    /// <summary>Of those at home how many are inferred to be there.</summary>
    public int HomeInferred { get; init; }

    /// <summary>Of those away how many are inferred to be.</summary>
    public int AwayInferred { get; init; }

    /// <summary>Of those away how many are expected to be slow: their hosts do not scale the TSC.</summary>
    public int ExpectedSlow { get; init; }

    /// <summary>Of these how many are inferred to be away.</summary>
    public int ExpectedSlowInferred { get; init; }

    /// <summary>Of those away how many are to settle: nothing tells whether their hosts scale the TSC.</summary>
    public int Open { get; init; }

    /// <summary>Of these how many are inferred to be away.</summary>
    public int OpenInferred { get; init; }

    /// <summary>Of those away how many were measured slow.</summary>
    public int SlowAway { get; init; }

    /// <summary>Of those away how many are not affected: measured fast, or their hosts scale the TSC.</summary>
    public int Unaffected { get; init; }

    /// <summary>Of these how many were measured fast.</summary>
    public int MeasuredFast { get; init; }

    /// <summary>Of those away how many are expected to keep wrong time, which is worse than slow: they read the raw TSC.</summary>
    public int WrongTime { get; init; }

    /// <summary>All of them.</summary>
    public int Total => Home + Away + Unknown + Off;

    /// <summary>Those that are powered on.</summary>
    public int Running => Total - Off;

    /// <summary>How many are in one placement.</summary>
    public int From(Placement placement) => placement switch
    {
        Placement.Home => Home,
        Placement.Away => Away,
        Placement.Unknown => Unknown,
        _ => Off,
    };

    /// <summary>Of those in one placement how many are inferred to be.</summary>
    public int InferredOf(Placement placement) => placement switch
    {
        Placement.Home => HomeInferred,
        Placement.Away => AwayInferred,
        _ => 0,
    };

    /// <summary>How many of those away are of one expectation; those that read the raw TSC are of none.</summary>
    public int From(ClockExpectation clock) => clock switch
    {
        ClockExpectation.Slow => SlowAway,
        ClockExpectation.ExpectedSlow => ExpectedSlow,
        ClockExpectation.Open => Open,
        ClockExpectation.Fast => MeasuredFast,
        _ => Unaffected - MeasuredFast,
    };

    /// <summary>Counts machines.</summary>
    public static MachineCounts From(IEnumerable<VirtualMachineFacts> machines)
    {
        var (placements, inferred, slow, measured, wrong) =
            (new int[Enum.GetValues<Placement>().Length], new int[Enum.GetValues<Placement>().Length], 0, 0, 0);
        var (slowAway, unaffected, fast) = (0, 0, 0);
        var (expected, open) = (default(Split), default(Split));
        foreach (var machine in machines)
        {
            placements[(int)machine.Placement]++;
            inferred[(int)machine.Placement] += machine.HomeCertainty == HomeCertainty.Inferred ? 1 : 0;
            slow += MachineRow.IsSlow(machine) ? 1 : 0;
            measured += machine.Guest is null ? 0 : 1;
            wrong += machine.IsTimeExpectedWrong ? 1 : 0;
            slowAway += machine.ClockExpectation == ClockExpectation.Slow ? 1 : 0;
            unaffected += machine.IsUnaffected ? 1 : 0;
            fast += machine is { IsUnaffected: true, ClockExpectation: ClockExpectation.Fast } ? 1 : 0;
            expected = expected.With(machine, machine.ClockExpectation == ClockExpectation.ExpectedSlow);
            open = open.With(machine, machine.IsClockOpen);
        }

        return new MachineCounts(
            placements[(int)Placement.Home],
            placements[(int)Placement.Away],
            placements[(int)Placement.Unknown],
            placements[(int)Placement.Off],
            slow,
            measured)
        {
            HomeInferred = inferred[(int)Placement.Home],
            AwayInferred = inferred[(int)Placement.Away],
            ExpectedSlow = expected.Count,
            ExpectedSlowInferred = expected.Inferred,
            Open = open.Count,
            OpenInferred = open.Inferred,
            SlowAway = slowAway,
            Unaffected = unaffected,
            MeasuredFast = fast,
            WrongTime = wrong,
        };
    }

    private readonly record struct Split(int Count, int Inferred)
    {
        public Split With(VirtualMachineFacts machine, bool isOne) => !isOne ? this
            : new(Count + 1, Inferred + (machine.HomeCertainty == HomeCertainty.Inferred ? 1 : 0));
    }
}
