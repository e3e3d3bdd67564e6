namespace TimerProbe.Reporting.Tests;

/// <summary>Findings as the fleet's rules make them: some steps are the same for all, some have the machine's name in them.</summary>
internal static class SampleFindings
{
    public static Finding AwayFromHome(VirtualMachineFacts machine) => new()
    {
        Rule = "TP201",
        Severity = machine.Guest?.State switch
        {
            ClockState.Slow => Severity.Critical,
            ClockState.Healthy => Severity.Info,
            _ => Severity.Warning
        },
        Confidence = machine.Guest is null ? Confidence.Expected : Confidence.Measured,
        Subject = About(machine),
        Title = "The virtual machine is on a host of another frequency than it was powered on at",
        Evidence =
        [
            new Evidence("host", machine.Host ?? "", null, "vCenter"),
            new Evidence("difference", "-77067.2", "ppm", "computed"),
        ],
        Remedies =
        [
            new Remedy(
                1,
                "Power-cycle the VM on the class of hosts it will live on",
                [
                    new RemedyStep(Tools.VSphereClient, "1. Right-click the VM: Power > Shut Down Guest OS.\n2. When it is off: Power > Power On."),
                    new RemedyStep(Tools.PowerCli, $"$vm = Get-VM | Where-Object Name -eq {ShellQuoting.PowerShell(machine.Name)}\nStop-VMGuest -VM $vm"),
                    new RemedyStep(Tools.Govc, $"govc vm.power -s {ShellQuoting.Posix(machine.Name)}"),
                ],
                ["The VM is down during the power cycle.", $"Afterwards `config.uuid` of {machine.Name} is the same."],
                "timerprobe check"),
            new Remedy(2, "Keep the VM on same-frequency hosts with a DRS VM-Host rule", [new RemedyStep(Tools.VSphereClient, "Cluster > Configure > VM/Host Rules > Add")], ["EVC does not help."], "timerprobe check"),
        ],
        References = [new Reference("Slow clocks after vMotion", "Broadcom KB 321363")],
    };

    public static Finding MixedCluster(string cluster) => new()
    {
        Rule = "TP202",
        Severity = Severity.Warning,
        Confidence = Confidence.Measured,
        Subject = new Subject(SubjectKind.Cluster, cluster, "domain-c8") { Server = SampleScan.First },
        Title = "The cluster mixes frequencies",
        Evidence = [new Evidence("frequency classes", "2", null, "vCenter")],
        Remedies = [new Remedy(1, "Keep the VM on same-frequency hosts with a DRS VM-Host rule", [new RemedyStep(Tools.VSphereClient, "Cluster > Configure > VM/Host Rules > Add")], ["EVC does not help."], "timerprobe check")],
        References = [],
    };

    public static Finding RawTsc(VirtualMachineFacts machine) => new()
    {
        Rule = "TP203",
        Severity = Severity.Info,
        Confidence = Confidence.Measured,
        Subject = About(machine),
        Title = "The guest sees the host's raw TSC",
        Evidence = [new Evidence("monitor_control.virtual_rdtsc", "FALSE", null, "vCenter")],
        Remedies = [],
        References = [],
    };

    private static Subject About(VirtualMachineFacts machine) =>
        new(SubjectKind.VirtualMachine, machine.Name, machine.Id) { Server = SampleScan.First };
}
