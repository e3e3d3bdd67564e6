namespace TimerProbe.Core.Advice;

/// <summary>A VMware cluster's frequencies, keeping a VM on one of them, and moving it to a host on which its clock is at home.</summary>
internal static class VMwarePlacement
{
    private const string Action = "vMotion to a host with its original frequency (no downtime expected)";

    private const string KeepsRunning = "The VM keeps running. This should end the slowness immediately; it has not been tested on a real host.";

    private const string Stun =
        "At its end, vMotion stops (stuns) the VM for a moment, usually less than a second. In a cluster of guests (WSFC, an availability group, Pacemaker), a lease or heartbeat timeout "
            + "that is shorter lets it fail over: move the passive node first, one node at a time, and check these timeouts.";

    private const string CannotMove =
        "A VM with SCSI bus sharing, a raw device mapping (RDM) or a passthrough device may not be able to move by vMotion: check its hardware first.";

    private const string MovedAgain =
        "If DRS moves VMs automatically, it may move this one away again: keep it there with a DRS VM-Host rule.";

    public static PlannedRemedy DrsRule(VmName vm) => new(Setting.VMware, "Keep the VM on same-frequency hosts with a DRS VM-Host rule",
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

    public static PlannedRemedy Frequencies(VmName vm) => new(Setting.VMware, "Check the frequencies of the cluster's hosts",
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

    public static PlannedRemedy Home(VmName vm) => new(
        Setting.VMware,
        Action,
        [
            new(Tools.TimerProbe, "timerprobe scan VCENTER --user NAME"),
            new(Tools.VSphereClient, """
                1. The scan's report names the VM's home and its harmless hosts. Without a report, check the VM's events since its last power-on.
                2. Right-click the VM: Migrate > Change compute resource only: choose one of these hosts.
                """),
            new(Tools.PowerCli, $$"""
                {{vm.GetVm}}
                $hz = [long]'HOME-HZ'
                $same = Get-Cluster -VM $vm | Get-VMHost | Where-Object { [math]::Abs($_.ExtensionData.Hardware.CpuInfo.Hz - $hz) / $hz -le 250e-6 }
                $same | Sort-Object Name | Select-Object Name, ConnectionState, CpuUsageMhz, CpuTotalMhz
                # then, with one of them:
                Move-VM -VM $vm -Destination (Get-VMHost -Name 'HOST-1')
                """),
            new(Tools.Govc, $"""
                {vm.GovcGuard}govc vm.migrate -host 'HOST-1' {vm.GovcTarget}
                """),
            new(Tools.Words, "On Workstation or Fusion there is no such move: see the next remedy, and in msinfo32 whether a hypervisor runs on a Windows host beneath it."),
        ],
        [
            "HOME-HZ is the TSC frequency reported to the guest, shown in the evidence; HOST-1 stands for a host with that frequency, preferably "
                + "the one where the VM was powered on.",
            KeepsRunning,
            Stun,
            CannotMove,
            MovedAgain,
            Caveats.SqlServerTimeSource,
            vm.Caveat,
        ]);

    public static PlannedRemedy ToOtherCluster(FleetTarget target)
    {
        var vm = target.Vm;
        var host = target.InOtherCluster ?? FleetTarget.Placeholder.InOtherCluster!;
        var getHost = VMwareHost.Get(target.Vm.Server ?? target.Server, host.Id);
        var isRead = target.Machine?.HostsElsewhere is not null;
        return new(
            Setting.VMware,
            isRead
                ? "vMotion to another cluster, whose host has its storage and networks (no downtime expected)"
                : "If its storage and networks are shared: vMotion to another cluster (no downtime expected)",
            [
                new(Tools.VSphereClient, """
                    1. Right-click the VM: Migrate > Change compute resource only.
                    2. Choose the host of the other cluster: the wizard's compatibility check names what it lacks.
                    """),
                new(Tools.PowerCli, $$"""
                    {{vm.GetVm}}
                    {{getHost}}
                    # both lines empty: the host has all of its datastores and networks
                    $vm.ExtensionData.Datastore | Where-Object { $esx.ExtensionData.Datastore -notcontains $_ }
                    $vm.ExtensionData.Network | Where-Object { $esx.ExtensionData.Network -notcontains $_ }
                    # then:
                    Move-VM -VM $vm -Destination $esx
                    """),
            ],
            [
                isRead ? "The host had all of its datastores and networks when it was scanned; that it can take it is expected: vCenter checks the rest, such as EVC, before it moves."
                    : "That the other cluster can take it is expected, and not checked where the scan could not read datastores and networks.",
                "It leaves its cluster's DRS rules, resource pool, permissions and licenses: ask whoever runs both clusters. After it was power-cycled on its own cluster, keep it there.",
                KeepsRunning,
                Stun,
                CannotMove,
                vm.Caveat,
            ])
        {
            Fits = fleet => fleet is { InOtherCluster: not null, Machine.Settings.VirtualRdtsc: not false },
        };
    }

    public static PlannedRemedy Back(FleetTarget target)
    {
        var (vm, cluster) = (target.Vm, target.Cluster);
        var host = target.Destinations.Count > 0 ? target.Destinations[0] : FleetTarget.Placeholder.Destinations[0];
        return new(
            Setting.VMware,
            Action,
            [
                new(Tools.VSphereClient, """
                    1. Right-click the VM: Migrate > Change compute resource only.
                    2. Choose the host that the report proposes, or another of the VM's harmless hosts: the report lists them with the VM.
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
                KeepsRunning,
                Stun,
                CannotMove,
                "The proposed host breaks no DRS rule between VMs that this scan read; another one may.",
                MovedAgain,
                vm.Caveat,
            ])
        {
            // Each further move of a machine that reads the raw TSC makes its time jump once more.
            Fits = fleet => fleet is { Destinations.Count: > 0, Machine.Settings.VirtualRdtsc: not false },
        };
    }
}
