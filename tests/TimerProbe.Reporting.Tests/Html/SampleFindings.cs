namespace TimerProbe.Reporting.Tests.Html;

/// <summary>The findings of the sample, worded as rules word them.</summary>
internal static class SampleFindings
{
    private static readonly Reference Timekeeping = new("Timekeeping in VMware Virtual Machines", "VMware information guide, section Virtualized TSC");

    public static IReadOnlyList<Finding> All { get; } =
    [
        Away("SQLPROD01", "vm-101", Severity.Critical, Confidence.Measured, "-77067.2"),
        Away("<script>alert('VM')</script>", "vm-103", Severity.Warning, Confidence.Expected, "83502.1"),
        Away("Bestellungen & \"Café\" 'Ost'", "vm-104", Severity.Warning, Confidence.Expected, "83088.0"),
        new Finding
        {
            Rule = "TP902",
            Severity = Severity.Warning,
            Confidence = Confidence.Measured,
            Subject = new Subject(SubjectKind.Cluster, "prod", "domain-c8") { Server = "vc1.example.org" },
            Title = "The cluster mixes hosts of several frequencies",
            Evidence = [new("Frequency classes", "3", null, "calculated"), new("DRS", "fullyAutomated", null, "configurationEx")],
            Remedies = [new(1, "Keep clock-sensitive VMs on one class with a DRS VM-Host rule", [new("vSphere Client", "1. Cluster > Configure > VM/Host Groups > Add.\n2. Cluster > Configure > VM/Host Rules > Add.")], ["EVC does not help: it masks processor features, not frequencies."], "timerprobe scan")],
            References = [Timekeeping],
        },
        Away("SQLPROD02", "vm-102", Severity.Info, Confidence.Measured, "382.2"),
        About("unknown machines of vc2") with { Rule = "TP903", Severity = Severity.Info, Title = "Homes are unknown", Remedies = [], References = [] },
    ];

    /// <summary>A finding about a machine with a name that is everywhere in it.</summary>
    public static Finding About(string name) => new()
    {
        Rule = "TP901",
        Severity = Severity.Warning,
        Confidence = Confidence.Expected,
        Subject = new Subject(SubjectKind.VirtualMachine, name, "vm-1"),
        Title = name,
        Evidence = [new(name, name, name, name)],
        Remedies = [new(1, name, [new(name, name)], [name], name)],
        References = [new(name, name)],
    };

    public static Finding Away(string name, string id, Severity severity, Confidence confidence, string ppm) => new()
    {
        Rule = "TP901",
        Severity = severity,
        Confidence = confidence,
        Subject = new Subject(SubjectKind.VirtualMachine, name, id) { Server = "vc1.example.org" },
        Title = "The VM is away from the frequency it was powered on at",
        Evidence =
        [
            new("Current host", "esx01.example.org", null, "runtime.host"),
            new("Current host's frequency", "2394000100", "Hz", "hardware.cpuInfo.hz"),
            new("Home host", "esx06.example.org", null, "VmPoweredOnEvent"),
            new("Home frequency", "2593905600", "Hz", "hardware.cpuInfo.hz"),
            new("Difference", ppm, "ppm", "calculated"),
        ],
        Remedies =
        [
            new(
                1,
                "Power-cycle the VM on the class of hosts it will live on",
                [
                    new("vSphere Client", "1. Right-click the VM: Power > Shut Down Guest OS. Power > Restart Guest OS is not enough.\n2. When the VM shows as powered off: Power > Power On."),
                    new("PowerCLI", $"$vm = Get-VM -Id 'VirtualMachine-{id}' # {name.ReplaceLineEndings("")}\nif (@($vm).Count -ne 1) {{ $vm = $null; throw 'Not exactly one VM found' }}\nStop-VMGuest -VM $vm\nwhile ((Get-VM -Id $vm.Id).PowerState -eq 'PoweredOn') {{ Start-Sleep -Seconds 5 }}\nStart-VM -VM $vm"),
                    new("govc", $"govc vm.power -s {id} &&\nwhile govc vm.info {id} | grep -q poweredOn; do sleep 5; done &&\ngovc vm.power -on {id}"),
                ],
                ["The VM is down during the power cycle.", "A restart from inside the guest is not a power cycle: the VM keeps the TSC rate it was powered on with."],
                "timerprobe check"),
            new(
                2,
                "Move the VM back to a host of its home frequency",
                [new("PowerCLI", $"Move-VM -VM (Get-VM -Id 'VirtualMachine-{id}') -Destination (Get-VMHost 'esx06.example.org')"), new("govc", $"govc vm.migrate -host 'esx06.example.org' {id}")],
                ["DRS may move it away again: make a VM-Host rule."],
                "timerprobe check"),
        ],
        References = [Timekeeping],
    };
}
