namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Caveats that several remedies share, worded once.</summary>
internal static class Caveats
{
    public const string GuestName =
        "The name in these commands is the guest's own. If the VM is called otherwise in the inventory, put that name in; " +
        "the SMBIOS UUID that `timerprobe check --output json` shows is the VM's `config.uuid` there. Where several VMs have the name, "
            + "the commands stop.";

    public const string KnownName =
        "PowerCLI finds the VM by its managed object id, govc by its `config.uuid` or, where it has none of its own, by its exact name: "
            + "be connected to the vCenter that the finding names (Connect-VIServer, GOVC_URL).";

    public const string RestartIsNotEnough = "A restart from inside the guest is not a power cycle: the VM keeps the TSC rate it was "
        + "powered on with.";

    public const string RebaseIsExpected =
        "That a power cycle gives the guest's TSC the present host's rate follows from how the TSC is virtualized; it is expected, not "
            + "documented.";

    public const string ChosenHost = "Have the VM on a host of the class where it will stay before it powers on: DRS may choose another "
        + "host at power-on.";

    public const string SqlServerTimeSource =
        "If SQL Server keeps running while the clock gets well, look at `time_source_desc` of `sys.dm_os_sys_info`: at MULTIMEDIA_TIMER " +
        "it is expected to have started while the clock was slow; restart SQL Server once the clock is healthy.";

    public const string Downtime = "The virtual machine is down for the time of the power cycle.";

    public const string PoweredOff = "The VM must be powered off while the setting is changed, and it acts from the next power-on.";

    public const string ForcedTsc =
        "Do not make ESXi trust the TSC by force (the kernel settings timerForceTSC and tscSyncSkip) on a machine whose TSCs really diverge: "
            + "time goes wrong in every VM, and a wrongly forced host TSC eventually crashes the host (Broadcom KB 321363, which offers the "
            + "setting only for machines that surely have synchronized TSCs).";

    /// <summary>What any rule that ties VMs to hosts leaves open.</summary>
    public static readonly string[] DrsRule =
    [
        "A Should rule lets HA restart the VM elsewhere when no host of the group is left. That is a power-on: the VM is at home there "
            + "until it is moved back. A Must rule (-Type MustRunOn, -mandatory) keeps it down instead.",
        "EVC does not help: it masks processor features, not frequencies.",
        "That `cpuInfo.hz` is the rate ESXi compares is expected, not documented; 250 ppm is the tolerance KVM uses, ESXi's is not "
            + "published.",
    ];
}
