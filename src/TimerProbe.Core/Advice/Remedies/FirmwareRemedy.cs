namespace TimerProbe.Core.Advice.Remedies;

/// <summary>What is left on a machine without a hypervisor.</summary>
internal static class FirmwareRemedy
{
    public static PlannedRemedy Update() => new(
        Setting.Physical,
        "Bring the firmware up to date and look at its timer and power settings",
        [new(Tools.Words, "Install the maker's current firmware. In its settings let HPET be as the maker ships it and the TSC synchronized on all sockets. Then start the machine anew.")],
        ["An operating system that leaves the TSC usually says why: Linux in its kernel log, after \"clocksource\" and \"tsc\"."]);
}
