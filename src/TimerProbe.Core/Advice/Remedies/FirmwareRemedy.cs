namespace TimerProbe.Core.Advice.Remedies;

/// <summary>What is left on a machine without a hypervisor.</summary>
internal static class FirmwareRemedy
{
    public static PlannedRemedy Update() => new(
        Setting.Physical,
        "Update the firmware, reset its timer and power settings (downtime)",
        [new(Tools.Words, """
            1. Install the maker's current firmware.
            2. Put its timer and power settings back to what the maker ships.
            3. Turn the machine off and on.
            """)],
        ["An operating system that leaves the TSC usually says why: Linux in its kernel log, after \"clocksource\" and \"tsc\"."]);
}
