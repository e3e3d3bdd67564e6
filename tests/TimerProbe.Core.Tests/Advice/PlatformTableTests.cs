namespace TimerProbe.Core.Tests.Advice;

/// <summary>Each platform of the table against each kind of clock: what is advised can be done there, by who is signed in, and is not done yet.</summary>
public sealed class PlatformTableTests
{
    /// <summary>A machine of each platform, and the words of its console that no other platform's remedies may have.</summary>
    private static readonly Dictionary<Setting, (string? Maker, string? Product, string? Vendor, string Os, string[] Words)> Known = new()
    {
        [Setting.DockerDesktop] = (null, null, "bhyve bhyve ", "Alpine Linux (Linux 6.6.31-linuxkit)", ["Docker Desktop"]),
        [Setting.Wsl] = (null, null, "Microsoft Hv", "Ubuntu (Linux 5.15.146.1-microsoft-standard-WSL2)", ["wsl --shutdown"]),
        [Setting.Qubes] = ("Xen", "HVM domU", "XenVMMXenVMM", "Fedora (Linux 6.1.62-1.qubes.fc37)", ["qvm-"]),
        [Setting.Emulator] = ("QEMU", "Standard PC", "TCGTCGTCGTCG", "", ["-no-snapshot-load"]),
        [Setting.Cloud] = ("Vultr", "VHF", "KVMKVMKVM", "", ["Vultr", "aws ", "gcloud"]),
        [Setting.Azure] = ("Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Ubuntu (Linux 6.2.0-1018-azure)", ["az vm"]),
        [Setting.Xen] = ("Xen", "HVM domU", "XenVMMXenVMM", "", ["xl ", "xe vm", "xl.cfg"]),
        [Setting.OpenStack] = ("OpenStack Foundation", "OpenStack Nova", "KVMKVMKVM", "", ["openstack "]),
        [Setting.Ahv] = ("Nutanix", "AHV", "KVMKVMKVM", "", ["acli ", "AOS"]),
        [Setting.KubeVirt] = ("KubeVirt", "None", "KVMKVMKVM", "", ["virtctl", "kubectl edit vm"]),
        [Setting.OVirt] = ("oVirt", "RHEL", "KVMKVMKVM", "", ["Administration Portal"]),
        [Setting.CloudStack] = ("Apache Software Foundation", "CloudStack KVM Hypervisor", "KVMKVMKVM", "", ["CloudStack"]),
        [Setting.OpenNebula] = ("OpenNebula", "OpenNebula", "KVMKVMKVM", "", ["onevm"]),
        [Setting.CloudHypervisor] = (null, null, "Linux KVM Hv", "", ["cloud-hypervisor", "ch-remote"]),
        [Setting.VMwareDesktop] = ("VMware, Inc.", "VMware20,1", "VMwareVMware", "", ["Workstation or Fusion:"]),
        [Setting.VMware] = ("VMware, Inc.", "VMware7,1", "VMwareVMware", "", ["vSphere Client", "PowerCLI", "govc "]),
        [Setting.Kvm] = ("QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVMKVMKVM", "", ["virsh ", "qm ", "qemu-system"]),
        [Setting.VirtualBox] = ("innotek GmbH", "VirtualBox", "VBoxVBoxVBox", "", ["VBoxManage"]),
        [Setting.HyperV] = ("Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "", ["Stop-VM -VM"]),
        [Setting.Bhyve] = ("BHYVE", "BHYVE", "bhyve bhyve ", "", ["vm stop"]),
        [Setting.Parallels] = ("Parallels International GmbH.", "Parallels", "prl hyperv  ", "", ["prlctl"]),
        [Setting.Physical] = ("Dell Inc.", "PowerEdge R740", null, "", []),
        [Setting.KvmManager] = ("ZStack", "VM of KVM", "KVMKVMKVM", "", ["its manager's or provider's"]),
        [Setting.OtherHypervisor] = (null, null, "SomeVMM", "", []),
    };

    /// <summary>Who is signed in there has no shell of the host, and no tool that needs one.</summary>
    private static readonly Setting[] OfCustomers =
    [
        Setting.Cloud, Setting.Azure, Setting.OpenStack, Setting.KubeVirt, Setting.OVirt, Setting.CloudStack, Setting.OpenNebula,
        Setting.KvmManager, Setting.OtherHypervisor,
    ];

    private static readonly string[] ToolsOfHosts =
    [
        Tools.Virsh, Tools.LibvirtXml, Tools.Qemu, Tools.Qm, Tools.Xl, Tools.XlCfg, Tools.Xe, Tools.Dom0, Tools.HostShell, Tools.Acli,
        Tools.VBoxManage, Tools.EsxiShell, Tools.PowerCli, Tools.Govc, Tools.PowerShellOn("the Hyper-V host"),
    ];

    private static readonly (ClockCause Cause, string Source, string Listed, string? Reason, WatchdogFacts? Watchdog, string Options)[] LinuxClocks =
    [
        (ClockCause.TscTrapped, "tsc", "tsc acpi_pm", null, null, ""),
        (ClockCause.PlatformTimer, "hpet", "tsc hpet acpi_pm", null, null, ""),
        (ClockCause.PlatformTimer, "acpi_pm", "kvm-clock acpi_pm", "Marking TSC unstable due to clocksource watchdog", null, ""),
        (ClockCause.PlatformTimer, "acpi_pm", "acpi_pm", "Marking clocksource 'tsc' as unstable because the skew is too large", null, ""),
        (ClockCause.PlatformTimer, "acpi_pm", "acpi_pm", "Marking clocksource 'tsc' as unstable because the skew is too large", new("acpi_pm", new(5e8), new(5.01e8), false), "tsc=reliable"),
        (ClockCause.PlatformTimer, "hpet", "hpet", "Marking clocksource 'tsc' as unstable because the skew is too large", new("hpet", new(5e8), new(8e8), false), "tsc=nowatchdog"),
        (ClockCause.PlatformTimer, "hpet", "hpet", "Marking clocksource 'tsc' as unstable because the skew is too large", new("hpet", new(5e8), null, true), ""),
        (ClockCause.PlatformTimer, "acpi_pm", "tsc acpi_pm", null, null, "clocksource=tsc"),
        (ClockCause.PlatformTimer, "acpi_pm", "acpi_pm", "Marking TSC unstable due to boot parameter tsc=unstable", null, "hpet=disable tsc=unstable"),
        (ClockCause.PlatformTimer, "jiffies", "jiffies", "Marking TSC unstable due to could not calculate TSC khz", null, ""),
        (ClockCause.PlatformTimer, "jiffies", "jiffies", "Marking clocksource 'tsc-early' as unstable because the skew is too large", null, "tsc=reliable"),
        (ClockCause.PlatformTimer, "hpet", "hpet", "Measured 235 cycles TSC warp between CPUs, turning off TSC clock", null, ""),
        (ClockCause.HypervisorPage, "kvm-clock", "kvm-clock acpi_pm", null, null, "clocksource=kvm-clock"),
        (ClockCause.HypervisorPage, "hyperv_clocksource_tsc_page", "hyperv_clocksource_tsc_page", null, null, ""),
        (ClockCause.HypervisorPage, "xen", "xen tsc", null, null, ""),
        (ClockCause.HypervisorCall, "hyperv_clocksource", "hyperv_clocksource acpi_pm", null, null, ""),
        (ClockCause.SystemCall, "tsc", "tsc", null, null, ""),
        (ClockCause.Unknown, "tsc", "tsc", null, null, ""),
    ];

    private static readonly (ClockCause Cause, long Frequency, int Bypass, bool? Option, bool Offered)[] WindowsClocks =
    [
        (ClockCause.TscTrapped, 10_000_000, 0x83, false, true),
        (ClockCause.PlatformTimer, 3_579_545, 0, false, false),
        (ClockCause.PlatformTimer, 3_579_545, 0, false, true),
        (ClockCause.PlatformTimer, 14_318_180, 0, true, true),
        (ClockCause.HypervisorPage, 10_000_000, 0x83, false, true),
        (ClockCause.HypervisorCall, 10_000_000, 0, false, false),
        (ClockCause.HypervisorCall, 10_000_000, 0, false, true),
        (ClockCause.Unknown, 10_000_000, 0x81, false, true),
    ];

    public static TheoryData<Setting> Rows => [.. Known.Keys];

    [Fact]
    public void Every_row_of_the_table_is_tried() =>
        Assert.Equal(Platforms.All.Select(platform => platform.Where).Distinct().Order(), Known.Keys.Order());

    [Theory]
    [MemberData(nameof(Rows))]
    public void A_machine_of_it_is_known_for_one(Setting row) => Assert.All(Clocks(row), facts => Assert.Equal(row, Platforms.GetPlatform(facts.Machine)));

    [Theory]
    [MemberData(nameof(Rows))]
    public void No_remedy_names_another_platforms_console(Setting row)
    {
        var others = Known.Where(other => other.Key != row).SelectMany(other => other.Value.Words).Except(Known[row].Words).ToList();
        Assert.All(Clocks(row).SelectMany(Remedies), remedy => Assert.All(others, word => Assert.DoesNotContain(word, Text(remedy), StringComparison.Ordinal)));
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Nothing_is_advised_that_is_set(Setting row) => Assert.All(Clocks(row), facts => Assert.All(Remedies(facts), remedy =>
    {
        var said = Text(remedy);
        Assert.All(facts.Machine.Linux?.ClockOptions ?? [], option => Assert.DoesNotContain($"--args={option}\n", said, StringComparison.Ordinal));
        Assert.DoesNotContain($"echo {facts.Machine.Linux?.Clocksource ?? "?"} |", said, StringComparison.Ordinal);
        if (facts.Machine.Linux is { ClockOptions: { Count: > 0 } options })
        {
            Assert.DoesNotContain(options.Where(option => option is "tsc=reliable" or "tsc=nowatchdog"), option => said.Contains(option, StringComparison.Ordinal));
        }

        if (facts.Machine.Windows is { UsePlatformClock: false })
        {
            Assert.DoesNotContain("deletevalue useplatformclock", said, StringComparison.Ordinal);
        }

        if (facts.Machine is { Windows: not null, Hypervisor.ReferenceTsc: true })
        {
            Assert.DoesNotMatch("hypervclock|kvm_hyperv=on|os_type=windows|paravirtprovider hyperv|viridian|Operating System:|features.hyperv|OS type|HYPERV =", said);
        }
    }));

    [Theory]
    [MemberData(nameof(Rows))]
    public void Who_is_signed_in_can_carry_the_first_remedy_out(Setting row) => Assert.All(Clocks(row), facts =>
    {
        var first = Assert.Single(RuleCatalogue.Evaluate(facts), finding => finding.Rule == Rule(facts.Verdict.Cause)).Remedies is [var best, ..] ? best : null;
        Assert.True(first is not null, $"{facts.Verdict.Cause} has no remedy");
        Assert.DoesNotContain(first.Steps, step => OfCustomers.Contains(row) && ToolsOfHosts.Contains(step.Tool));
        Assert.DoesNotContain(first.Steps, step => facts.Machine.Windows is not null && step.Tool == Tools.Shell);
        Assert.DoesNotContain(first.Steps, step => facts.Machine.Linux is not null && step.Tool == Tools.CommandPrompt);
    });

    private static IEnumerable<GuestFacts> Clocks(Setting row)
    {
        var (maker, product, vendor, os, _) = Known[row];
        var machine = GuestFactsBuilder.WindowsOnVMware.Machine with
        {
            SmbiosManufacturer = maker,
            SmbiosProduct = product,
            CpuModel = row == Setting.VMwareDesktop ? "13th Gen Intel(R) Core(TM) i7-13700H" : "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz",
            Hypervisor = new HypervisorFacts { Present = vendor is not null, Vendor = vendor, Name = row == Setting.Parallels ? "Parallels" : null },
        };
        foreach (var (cause, source, listed, reason, watchdog, options) in LinuxClocks.Where(clock => IsPossible(clock.Cause)))
        {
            yield return Facts(cause, machine with
            {
                Os = os.Length > 0 ? os : "Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)",
                Windows = null,
                Linux = new LinuxFacts
                {
                    Clocksource = source,
                    AvailableClocksources = listed.Split(' '),
                    UnstableReason = reason,
                    TscUnstable = reason is not null,
                    Watchdog = watchdog,
                    ClockOptions = options.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                },
            });
        }

        foreach (var (cause, frequency, bypass, option, offered) in os.Length > 0 ? [] : WindowsClocks.Where(clock => IsPossible(clock.Cause)))
        {
            yield return Facts(cause, machine with
            {
                Windows = new WindowsFacts { QpfHz = new Frequency(frequency), QpcBypass = bypass, UsePlatformClock = option },
                Hypervisor = machine.Hypervisor with { Interface = offered ? "Hv#1" : null, ReferenceTsc = offered ? true : null },
            });
        }

        bool IsPossible(ClockCause cause) => cause != ClockCause.HypervisorPage || row != Setting.Physical;
    }

    private static GuestFacts Facts(ClockCause cause, MachineFacts machine) => GuestFactsBuilder.WindowsOnVMware with
    {
        Machine = machine,
        Clocks = GuestFactsBuilder.Costs(preciseTime: 1_500, vmExit: 1_300, timestampCounter: cause == ClockCause.TscTrapped ? 1_400 : 15),
        Verdict = new Verdict(ClockState.Slow, cause, Confidence.Measured, "because"),
    };

    private static IEnumerable<Remedy> Remedies(GuestFacts facts) => RuleCatalogue.Evaluate(facts).SelectMany(finding => finding.Remedies);

    private static string Rule(ClockCause cause) => RuleCatalogue.ByClockCause[cause.ToDocumentName()];

    private static string Text(Remedy remedy) =>
        $"{remedy.Action}\n{string.Join('\n', remedy.Steps.Select(step => $"{step.Tool}: {step.Text}"))}\n{string.Join('\n', remedy.Caveats)}";
}
