using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Html.Model;

/// <summary>How many virtual machines there are of each kind.</summary>
/// <param name="Total">All of them.</param>
/// <param name="Home">At home.</param>
/// <param name="Away">Away.</param>
/// <param name="Unknown">Home unknown.</param>
/// <param name="Off">Powered off or suspended.</param>
/// <param name="Slow">Measured slow in the guest, wherever they are.</param>
internal sealed record Counts(int Total, int Home, int Away, int Unknown, int Off, int Slow)
{
    public static Counts Of(IReadOnlyCollection<VirtualMachineFacts> machines) => new(
        machines.Count,
        machines.Count(machine => machine.Placement == Placement.Home),
        machines.Count(machine => machine.Placement == Placement.Away),
        machines.Count(machine => machine.Placement == Placement.Unknown),
        machines.Count(machine => machine.Placement == Placement.Off),
        machines.Count(IsSlow));

    public static bool IsSlow(VirtualMachineFacts machine) => machine.Guest?.State == ClockState.Slow;
}
