namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Moving a VMware virtual machine to a host on which its clock is at home.</summary>
internal static class VMwareMigration
{
    /// <summary>The move to the first of the hosts; none where there are none.</summary>
    public static PlannedRemedy Back(FleetTarget target)
    {
        var (vm, cluster) = (target.Vm, target.Cluster);
        var host = target.Destinations.Count > 0 ? target.Destinations[0] : FleetTarget.Placeholder.Destinations[0];
        return new(
            Setting.VMware,
            "Move the VM back to a host of its home's frequency with vMotion",
            [
                new(Tools.VSphereClient, """
                    1. Right-click the VM: Migrate > Change compute resource only.
                    2. Choose one of its harmless hosts: the report has them with the VM.
                    """),
                new(Tools.PowerCli, $"""
                    {vm.GetVm}
                    Move-VM -VM $vm -Destination ({cluster.Expression} | Get-VMHost | Where-Object Name -eq {ShellQuoting.PowerShell(host)})
                    """),
                new(Tools.Govc, $"""
                    {vm.GovcGuard}govc vm.migrate {cluster.GovcDatacenter}-host {ShellQuoting.Govc(host)} {vm.GovcTarget}
                    """),
            ],
            [
                "The VM keeps running. That this ends the slowness at once is expected, not tried on a real host.",
                "Where DRS moves VMs by itself it may move this one away again: keep it there with a DRS VM-Host rule.",
                vm.Caveat,
            ])
        {
            // Each further move of a machine that reads the raw TSC makes its time jump once more.
            Fits = fleet => fleet is { Destinations.Count: > 0, Machine.Settings.VirtualRdtsc: not false },
        };
    }
}
