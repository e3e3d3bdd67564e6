namespace TimerProbe.Core.Advice;

/// <summary>Caveats that several remedies share, worded once.</summary>
internal static class Caveats
{
    public const string GuestName =
        "The name in these commands is the guest's own. If the VM has a different name in the inventory, use that; the "
            + "SMBIOS UUID shown by `timerprobe check --output json` is the VM's `config.uuid` there. If several VMs have the name, the commands stop.";

    public const string KnownName =
        "PowerCLI finds the VM by its managed object id, govc by its `config.uuid` or, if it has no unique one, by its exact name. Connect "
            + "to the vCenter named in the finding first (Connect-VIServer, GOVC_URL).";

    public const string RestartIsNotEnough =
        "A restart from inside the guest is not a power cycle: the VM keeps the TSC rate it was powered on with.";

    public const string RebaseIsExpected =
        "That a power cycle gives the guest's TSC the rate of its current host follows from how the TSC is virtualized; it is expected, "
            + "not documented.";

    public const string ChosenHost =
        "Make sure the VM is on a host of the class where it will stay before it powers on: DRS may choose another host at power-on.";

    public const string SqlServerTimeSource =
        "If SQL Server keeps running while the clock recovers, check `time_source_desc` in `sys.dm_os_sys_info`: if it is MULTIMEDIA_TIMER, "
            + "SQL Server is expected to have started while the clock was slow; restart it once the clock is healthy.";

    public const string Downtime = "The VM is down during the power cycle.";

    public const string PoweredOff = "The VM must be powered off while the setting is changed, which takes effect at the next power-on.";

    public const string ForcedTsc =
        "Do not force ESXi to trust the TSC (kernel settings timerForceTSC and tscSyncSkip) on a machine whose TSCs really diverge: time goes "
            + "wrong in every VM, and a wrongly forced host TSC eventually crashes the host (Broadcom KB 321363, which offers the "
            + "setting only for machines whose TSCs are certain to be synchronized).";

    public static readonly string[] DrsRule =
    [
        "A Should rule lets HA restart the VM elsewhere when no host in the group is left. That is a power-on: the VM is at home there "
            + "until it is moved back. A Must rule (-Type MustRunOn, -mandatory) keeps it down instead.",
        "EVC does not help: it masks processor features, not frequencies.",
        "That `cpuInfo.hz` is the rate ESXi compares is expected, not documented; 250 ppm is the tolerance KVM uses. ESXi's is not "
            + "published.",
    ];
}
