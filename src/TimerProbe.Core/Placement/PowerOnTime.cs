using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Whether a machine is still of the power-on that it was of at an earlier moment. The boot time is one
/// witness among others: vCenter may leave it unset after a migration, and may move it.
/// </summary>
internal static class PowerOnTime
{
    /// <summary>The boot time that can be relied on; null when there is none.</summary>
    public static DateTimeOffset? Of(VirtualMachineFacts machine) => machine.Power.IsBootTimeWrong ? null : machine.BootTime;

    /// <summary>Whether it has been on without a break since a moment at which it was on; null where nothing tells.</summary>
    /// <param name="machine">The machine, placed by its events.</param>
    /// <param name="moment">The moment.</param>
    public static bool? HasBeenOnSince(VirtualMachineFacts machine, DateTimeOffset moment)
    {
        // The event of the boot itself comes from another clock than the boot time, which is then the one to compare with.
        var boot = Of(machine);
        var happened = machine.Power.LastEventAt - boot <= HomeFinder.BootTimeSlack ? null : machine.Power.LastEventAt;
        return machine.Placement == Facts.Placement.Off || happened - moment > HomeFinder.BootTimeSlack ? false
            : machine.Power.OnSince <= moment ? true
            : boot is { } on ? on - moment <= HomeFinder.BootTimeSlack
            : machine.HomeSource == HomeSource.Event && machine.HomeSince is { } since ? since - moment <= HomeFinder.BootTimeSlack
            : machine.Power.EventsSince <= moment ? true
            : null;
    }
}
