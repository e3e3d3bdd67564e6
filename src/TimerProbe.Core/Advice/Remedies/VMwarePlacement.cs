namespace TimerProbe.Core.Advice;

/// <summary>Knowing the frequencies of a VMware cluster and keeping a virtual machine on one of them.</summary>
internal static class VMwarePlacement
{
    public static PlannedRemedy DrsRule(VmName vm) => new(
        Setting.VMware,
        "Keep the VM on same-frequency hosts with a DRS VM-Host rule",
        [
            new(Tools.VSphereClient, """
                1. Cluster > Configure > VM/Host Groups > Add: a VM group with the VM.
                2. In the same place, add a host group with the hosts of one frequency.
                3. Cluster > Configure > VM/Host Rules > Add: type Virtual Machines to Hosts, the two groups, Should run on hosts in group.
                """),
            new(Tools.PowerCli, $$"""
                {{vm.GetVm}}
                $cluster = Get-Cluster -VM $vm
                $hz = $vm.VMHost.ExtensionData.Hardware.CpuInfo.Hz
                $same = $cluster | Get-VMHost | Where-Object { [math]::Abs($_.ExtensionData.Hardware.CpuInfo.Hz - $hz) / $hz -le 250e-6 }
                $vms = New-DrsClusterGroup -Cluster $cluster -Name {{vm.PowerShellWith("clock VMs")}} -VM $vm
                $hosts = New-DrsClusterGroup -Cluster $cluster -Name {{vm.PowerShellWith("clock hosts")}} -VMHost $same
                New-DrsVMHostRule -Cluster $cluster -Name {{vm.PowerShellWith("clock")}} -VMGroup $vms -VMHostGroup $hosts -Type ShouldRunOn
                """),
            new(Tools.Govc, $"""
                govc cluster.group.create -cluster 'CLUSTER' -name {vm.PosixWith("clock VMs")} -vm {vm.GovcName}
                govc cluster.group.create -cluster 'CLUSTER' -name {vm.PosixWith("clock hosts")} -host 'HOST-1' 'HOST-2'
                govc cluster.rule.create -cluster 'CLUSTER' -name {vm.PosixWith("clock")} -enable -vm-host \
                  -vm-group {vm.PosixWith("clock VMs")} -host-affine-group {vm.PosixWith("clock hosts")}
                """),
        ],
        [
            "Create the rule once the VM has been powered on on that class of hosts: the PowerCLI steps use the frequency of the host it "
                + "is on now.",
            .. Caveats.DrsRule,
            vm.Caveat,
        ]);

    public static PlannedRemedy Frequencies(VmName vm) => new(
        Setting.VMware,
        "Check the frequencies of the cluster's hosts",
        [
            new(Tools.PowerCli, $$"""
                {{vm.GetVm}}
                Get-Cluster -VM $vm | Get-VMHost | Sort-Object Name |
                  Select-Object Name, ProcessorType, @{ N = 'Hz'; E = { $_.ExtensionData.Hardware.CpuInfo.Hz } }
                $vm | Select-Object Name, VMHost
                """),
            new(Tools.Govc, $"""
                govc find / -type h | while IFS= read -r host; do
                  printf '%s ' "$host"; govc object.collect -s "$host" hardware.cpuInfo.hz
                done
                govc vm.info -r {vm.GovcTarget}
                """),
        ],
        [
            "Hosts of the same model may differ by a fraction of a percent: compare the hertz, not the model.",
            "A vMotion back to a host with the frequency the VM was powered on at is expected to end the slowness at once, without "
                + "downtime.",
            Caveats.SqlServerTimeSource,
            vm.Caveat,
        ]);
}
