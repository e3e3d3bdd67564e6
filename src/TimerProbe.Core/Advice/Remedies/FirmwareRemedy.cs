namespace TimerProbe.Core.Advice;

/// <summary>What is left on a machine without a hypervisor.</summary>
internal static class FirmwareRemedy
{
    public static PlannedRemedy WindowsHypervisor() => new(
        Setting.Physical,
        "Look for a hypervisor beneath: Hyper-V, VBS or another",
        [new(Tools.PowerShell, "systeminfo | Select-String -Pattern 'hypervisor', 'Virtualization-based' -Context 0, 4")],
        ["Virtualization-based security protects the machine: do not turn it off for the clock. If the machine itself runs in a VM, its owner can tell."])
    {
        When = facts => facts.Machine.Windows is not null,
    };

    public static PlannedRemedy Update() => new(
        Setting.Physical,
        "Update the firmware and reset its timer and power settings (downtime)",
        [
            new(Tools.Words, """
                1. Install the manufacturer's current firmware.
                2. Reset its timer and power settings to the factory defaults.
                3. Turn the machine off and back on.
                """)
        ],
        ["An operating system that stops using the TSC usually says why: on Linux, search the kernel log for \"clocksource\" and \"tsc\"."]);
}
