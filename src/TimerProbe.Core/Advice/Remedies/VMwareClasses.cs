namespace TimerProbe.Core.Advice;

/// <summary>Living with a VMware cluster whose hosts are of several frequencies, or ending it.</summary>
internal static class VMwareClasses
{
    public static PlannedRemedy GroupEach(FleetTarget target) => new(
        Setting.VMware,
        "Make a DRS group of hosts and a rule for each frequency class",
        [
            new(Tools.VSphereClient, $"""
                1. Cluster {target.Cluster.Describe} > Configure > VM/Host Groups > Add: for each class, a host group with its hosts and a VM group
                   with the VMs that were powered on there.
                2. VM/Host Rules > Add: for each class, type Virtual Machines to Hosts, its two groups, Should run on hosts in group.
                """),
            new(Tools.PowerCli, PowerCli(target)),
            new(Tools.Govc, Govc(target)),
        ],
        [
            "First bring back the VMs that are away (TP201): for each class, the steps take the VMs that are on its hosts at that moment. New "
                + "VMs have to be added to a VM group.",
            "With a Should rule, HA may restart a VM on another class. That is a power-on: the VM is at home there until it is moved back. "
                + "A rule takes effect only while DRS is on.",
            "EVC does not help: it masks processor features, not frequencies.",
        ])
    {
        TakesInfrastructureRights = true,
        Verify = Verification.Scan,
    };

    public static PlannedRemedy NothingToDo(FleetTarget target) => new(
        Setting.VMware,
        "Nothing to do while no host of it is known to trap; scan again when hosts are added",
        [new(Tools.TimerProbe, $"timerprobe scan {ShellQuoting.Posix(target.Server)} --user NAME")],
        ["On hosts that scale the TSC a vMotion between the classes is expected to be harmless. TP222 says how to decide what is undecided."])
    {
        Verify = Verification.Scan,
    };

    public static PlannedRemedy OneClusterPerClass() => new(
        Setting.VMware,
        "Or use one cluster per frequency class (each host is evacuated once)",
        [
            new(Tools.VSphereClient, """
                1. Check the classes in the evidence: the odd ones out are the hosts in the smallest class.
                2. For hosts of the same model that differ slightly: compare their firmware settings (base clock, spread spectrum, power profile).
                3. Move the odd hosts to a cluster of their own, each in maintenance mode, or replace them with matching ones.
                """),
        ],
        ["When buying the next hosts, ask about the frequency, not only the model: otherwise they may add a second class to the cluster."])
    {
        TakesInfrastructureRights = true,
        Verify = Verification.Scan,
    };

    public static PlannedRemedy Join(FleetTarget target)
    {
        var (vm, cluster, group) = (target.Vm, target.Cluster, target.SameClass is { } same ? same.GetDrsVmGroup() : "");
        var govcGroup = $"{cluster.GovcOptions} -name {ShellQuoting.Posix(group)}";
        return new PlannedRemedy(
            Setting.VMware,
            "Add the VM to the DRS VM-Host rule of its frequency class",
            [
                new(Tools.VSphereClient, $"""
                    1. Once for the cluster: the groups and rules of TP202.
                    2. Cluster {cluster.Describe} > Configure > VM/Host Groups > {PlainText.OneLine(group)} > Add: the VM.
                    """),
                new(Tools.PowerCli, $$"""
                    {{vm.GetVm}}
                    {{cluster.GetCluster}}
                    $group = $cluster | Get-DrsClusterGroup | Where-Object Name -eq {{ShellQuoting.PowerShell(group)}}
                    Set-DrsClusterGroup -DrsClusterGroup $group -Add -VM $vm
                    """),
                new(Tools.Govc, $$"""
                    {{vm.GovcGuard}}{ govc cluster.group.ls {{govcGroup}} && printf '%s\n' {{vm.GovcName}}; } |
                      tr '\n' '\0' | xargs -0 govc cluster.group.change {{govcGroup}}
                    """),
            ],
            [
                "The groups and rules are those that TP202 creates once for the cluster. The class is that of the VM's home if the cluster has "
                    + "such hosts, otherwise that of its current host. If the VM is powered on on other hosts, use their class.",
                "Such a rule takes effect only while DRS is on.",
                .. Caveats.DrsRule,
                vm.Caveat,
            ])
        {
            TakesInfrastructureRights = true,
            Fits = fleet => fleet.SameClass is not null,
        };
    }

    private static string PowerCli(FleetTarget target) => string.Join('\n', target.Classes.Select(frequency => $$"""
        $same = $cluster | Get-VMHost | Where-Object Name -in {{ShellQuoting.PowerShell(frequency.Hosts)}}
        $hosts = New-DrsClusterGroup -Cluster $cluster -Name {{ShellQuoting.PowerShell(frequency.GetDrsHostGroup())}} -VMHost $same
        $vms = New-DrsClusterGroup -Cluster $cluster -Name {{ShellQuoting.PowerShell(frequency.GetDrsVmGroup())}} -VM ($same | Get-VM)
        New-DrsVMHostRule -Cluster $cluster -Name {{ShellQuoting.PowerShell(frequency.GetDrsRule())}} -VMGroup $vms -VMHostGroup $hosts -Type ShouldRunOn
        """).Prepend(target.Cluster.GetCluster));

    private static string Govc(FleetTarget target) => string.Join('\n', target.Classes.Select(frequency => $"""
        govc cluster.group.create {target.Cluster.GovcOptions} -name {ShellQuoting.Posix(frequency.GetDrsHostGroup())} -host {ShellQuoting.Govc(frequency.Hosts)}
        govc cluster.group.create {target.Cluster.GovcOptions} -name {ShellQuoting.Posix(frequency.GetDrsVmGroup())} -vm 'VM-1' 'VM-2'
        govc cluster.rule.create {target.Cluster.GovcOptions} -name {ShellQuoting.Posix(frequency.GetDrsRule())} -enable -vm-host \
          -vm-group {ShellQuoting.Posix(frequency.GetDrsVmGroup())} -host-affine-group {ShellQuoting.Posix(frequency.GetDrsHostGroup())}
        """).Prepend("# VM-1 and VM-2 stand for the virtual machines of the class"));
}
