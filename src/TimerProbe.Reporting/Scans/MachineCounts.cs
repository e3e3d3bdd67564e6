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

    /// <summary>Counts taken together.</summary>
    public static MachineCounts Together(IReadOnlyCollection<MachineCounts> counts) => new(
        counts.Sum(each => each.Home),
        counts.Sum(each => each.Away),
        counts.Sum(each => each.Unknown),
        counts.Sum(each => each.Off),
        counts.Sum(each => each.Slow),
        counts.Sum(each => each.Measured))
    {
        HomeInferred = counts.Sum(each => each.HomeInferred),
        AwayInferred = counts.Sum(each => each.AwayInferred),
        WrongTime = counts.Sum(each => each.WrongTime),
    };

    /// <summary>Counts machines.</summary>
    public static MachineCounts From(IEnumerable<VirtualMachineFacts> machines)
    {
        var (placements, inferred, slow, measured, wrong) =
            (new int[Enum.GetValues<Placement>().Length], new int[Enum.GetValues<Placement>().Length], 0, 0, 0);
        foreach (var machine in machines)
        {
            placements[(int)machine.Placement]++;
            inferred[(int)machine.Placement] += machine.HomeCertainty == HomeCertainty.Inferred ? 1 : 0;
            slow += MachineRow.IsSlow(machine) ? 1 : 0;
            measured += machine.Guest is null ? 0 : 1;
            wrong += machine.IsTimeExpectedWrong ? 1 : 0;
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
            WrongTime = wrong,
        };
    }
}
