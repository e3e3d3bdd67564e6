namespace TimerProbe.Core.Advice.Remedies;

/// <summary>The VMware host that does not trust its own TSC.</summary>
internal static class VMwareHostClock
{
    public static PlannedRemedy Distrusted() => new(
        Setting.VMware,
        "If all VMs on the host are slow: see whether it distrusts its own TSC",
        [
            new(Tools.EsxiShell, """
                zcat /var/log/boot.gz | grep 'TSC disabled as reference timer'
                grep -h 'TSC disabled as reference timer' /var/log/vmkernel.log
                zcat /var/run/log/vmkernel.*.gz | grep 'TSC disabled as reference timer'
                """),
            new(Tools.VSphereClient, """
                1. Move the VM to another host with vMotion and measure again.
                2. If it is fast there, and the host's boot log has the line "TSC disabled as reference timer: multiple clock domains" or
                   "... diverging NUMA TSCs", keep the VM off that host, and bring the host to ESXi 7.0 U3 or later.
                """),
        ],
        [
            "Broadcom KB 321363 names ESXi 5.5 to 6.7, mostly on large NUMA machines; from 7.0 U3 on this cause is not expected.",
            "The line is written while the host boots: the boot log (/var/log/boot.gz) still has it long after vmkernel.log has been rotated.",
            Caveats.ForcedTsc,
        ]);
}
