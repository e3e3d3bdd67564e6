namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Living with a VMware cluster whose hosts are of several frequencies, or ending it.</summary>
internal static class VMwareClasses
{
    public static PlannedRemedy GroupEach(FleetTarget target) => new(
        Setting.VMware,
        "Make a DRS group of hosts and a rule for each frequency class",
        [
            new(Tools.VSphereClient, $"""
                1. Cluster {target.Cluster.InWords} > Configure > VM/Host Groups > Add: for each class a host group with its hosts, and a VM group
                   with the VMs that were powered on there.
                2. VM/Host Rules > Add: for each class type Virtual Machines to Hosts, its two groups, Should run on hosts in group.
                """),
            new(Tools.PowerCli, PowerCli(target)),
            new(Tools.Govc, Govc(target)),
        ],
        [
            "Bring the VMs that are away back first (TP201): the steps take for each class the VMs that are on its hosts at that moment. New "
                + "VMs have to be added to a VM group.",
            "With a Should rule HA may restart a VM on another class. That is a power-on: the VM is at home there until it is moved back. A "
                + "rule acts only while DRS is on.",
            "EVC does not help: it masks processor features, not frequencies.",
        ])
    {
        Verify = Verification.Scan,
    };

    public static PlannedRemedy KeepEqual() => new(
        Setting.VMware,
        "Or keep hosts of one frequency together: one cluster for each class",
        [
            new(Tools.VSphereClient, """
                1. Look at the classes in the evidence: the odd hosts out are those of the smallest class.
                2. Hosts of one model that differ a little: compare their firmware settings (base clock, spread spectrum, power profile).
                3. Move the odd hosts to a cluster of their own, each from maintenance mode, or replace them by equal ones.
                """),
        ],
        ["When the next hosts are bought, ask for the frequency and not only for the model: a cluster grows a second class with them."])
    {
        Verify = Verification.Scan,
    };

    private static string PowerCli(FleetTarget target) => string.Join('\n', target.Classes.Select(frequency => $$"""
        $same = $cluster | Get-VMHost | Where-Object Name -in {{ShellQuoting.PowerShell(frequency.Hosts)}}
        $hosts = New-DrsClusterGroup -Cluster $cluster -Name {{ShellQuoting.PowerShell($"clock {frequency.Name} hosts")}} -VMHost $same
        $vms = New-DrsClusterGroup -Cluster $cluster -Name {{ShellQuoting.PowerShell($"clock {frequency.Name} VMs")}} -VM ($same | Get-VM)
        New-DrsVMHostRule -Cluster $cluster -Name {{ShellQuoting.PowerShell($"clock {frequency.Name}")}} -VMGroup $vms -VMHostGroup $hosts -Type ShouldRunOn
        """).Prepend(target.Cluster.GetCluster));

    /// <summary>Host groups only: govc has no short way to name the VMs of several hosts.</summary>
    private static string Govc(FleetTarget target) => string.Join('\n', target.Classes.Select(frequency =>
        $"govc cluster.group.create {target.Cluster.GovcOptions} -name {ShellQuoting.Posix($"clock {frequency.Name} hosts")} "
        + $"-host {ShellQuoting.Govc(frequency.Hosts)}")) + "\n# then a VM group and a rule for each class, as TP201 shows them for one VM";
}
