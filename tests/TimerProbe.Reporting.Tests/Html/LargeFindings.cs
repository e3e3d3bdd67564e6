using static TimerProbe.Reporting.Tests.Html.LargeScan;

namespace TimerProbe.Reporting.Tests.Html;

/// <summary>A finding with four remedies and ten steps of its own, 200 to 400 bytes each, and three that all findings share.</summary>
internal static class LargeFindings
{
    private static readonly Remedy[] Shared =
    [
        new(1, "Power-cycle the VM on the class of hosts it will live on", [new("vSphere Client", "1. Right-click the VM: Power > Shut Down Guest OS.\n2. When the VM shows as powered off: Power > Power On.")], ["The VM is down during the power cycle."], "timerprobe check"),
        new(2, "Keep the VM on same-frequency hosts with a DRS VM-Host rule", [new("vSphere Client", "1. Cluster > Configure > VM/Host Groups > Add.\n2. Cluster > Configure > VM/Host Rules > Add.")], ["EVC does not help: it masks processor features, not frequencies."], "timerprobe check"),
        new(3, "Check the frequencies of the cluster's hosts", [], ["Hosts of one model may differ by a fraction of a percent."], "timerprobe check"),
        new(4, "Last resort, and only together with the DRS rule: give the guest the host's raw TSC", [new("vSphere Client", "1. Shut the guest down.\n2. Add monitor_control.virtual_rdtsc with the value FALSE.\n3. Power the VM on.")], ["It takes effect at power-on only."], "timerprobe check --drift 60s --reference HOST"),
    ];

    private static readonly int[] OwnSteps = [4, 2, 2, 2];

    public static Finding About(int machine) => new()
    {
        Rule = "TP901",
        Severity = machine % 50 == 3 ? Severity.Critical : Severity.Warning,
        Confidence = Confidence.Expected,
        Subject = new Subject(SubjectKind.VirtualMachine, Name(machine), Id(machine)) { Server = LargeScan.Server(CenterOf(machine)) },
        Title = "The VM is away from the frequency it was powered on at",
        Evidence =
        [
            new("Current host", Text($"esx{machine % 320:000}.example.org"), null, "runtime.host"),
            new("Current host's frequency", Text($"{2_394_000_000L + machine}"), "Hz", "hardware.cpuInfo.hz"),
            new("Home host", Text($"esx{(machine + 1) % 320:000}.example.org"), null, "VmPoweredOnEvent"),
            new("Home frequency", Text($"{2_593_900_000L + machine}"), "Hz", "hardware.cpuInfo.hz"),
            new("Difference", "-77067.2", "ppm", "calculated"),
            new("Powered on at", "2026-10-03T04:12:00Z", null, "VmPoweredOnEvent"),
            new("Moved at", "2026-11-20T22:41:09Z", null, "DrsVmMigratedEvent"),
        ],
        Remedies = [.. Shared.Select(
            (remedy, at) => remedy with { Steps = [.. remedy.Steps, .. Enumerable.Range(0, OwnSteps[at])
                .Select(step => Own(machine, step))] })],
        References = [new("Timekeeping in VMware Virtual Machines", "VMware information guide")],
    };

    private static RemedyStep Own(int machine, int step) => new(
        (step % 2 == 0 ? "PowerCLI" : "govc") + (step < 2 ? "" : ", at the next restart"),
        step % 2 == 0
            ? Text($"$vm = Get-VM | Where-Object {{ $_.ExtensionData.Config.Uuid -eq '42220000-1111-2222-3333-{machine:000000000000}' }}\nif (@($vm).Count -ne 1) {{ $vm = $null; throw 'Not exactly one VM found' }}\n# {Name(machine)}\nNew-AdvancedSetting -Entity $vm -Name 'vmx.reboot.powerCycle' -Value 'TRUE' -Force\nwhile ((Get-VM -Id $vm.Id).PowerState -eq 'PoweredOn') {{ Start-Sleep -Seconds 5 }}\nStart-VM -VM $vm")
            : Text($"govc vm.power -s -vm.uuid=42220000-1111-2222-3333-{machine:000000000000} &&\nwhile govc vm.info -vm.uuid=42220000-1111-2222-3333-{machine:000000000000} | grep -q poweredOn; do sleep 5; done &&\ngovc vm.power -on -vm.uuid=42220000-1111-2222-3333-{machine:000000000000}"));
}
