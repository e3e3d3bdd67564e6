namespace TimerProbe.Guest.Tests.Cases;

/// <summary>What each of these machines' owners has to be told, by the <c>right</c> of its file.</summary>
public sealed class GuestCaseTests
{
    private const string Forced = "tsc=reliable|tsc=nowatchdog";
    private const string NoConsole = "virsh edit|virsh |qm set|qemu-system|libvirt XML";
    private const string HyperVOfKubeVirt = @"spec\.template\.spec\.domain\.features\.hyperv[\s\S]*spec\.template\.spec\.domain\.clock\.timer\.hyperv";

    /// <summary>File, state and cause, what the first remedy says, what is said somewhere, what is nowhere said in a remedy.</summary>
    public static TheoryData<string, ClockState, ClockCause, string, string, string> Cases => new()
    {
        { "azure-stepping", ClockState.Healthy, ClockCause.None, "TP402 1 Leave one service", "More than one service sets the time: chronyd, ntpd", "virsh" },
        { "backwards-gvisor", ClockState.Healthy, ClockCause.None, "TP403 1 Measure again", "goes backward[\\s\\S]*outside of the sandbox", "virsh" },
        { "firecracker-after-restore", ClockState.Healthy, ClockCause.None, "TP401 1 See what sets Linux's time", "The time is 64 s behind[\\s\\S]*ptp_kvm", "w32tm" },
        { "knownby-wrong-rule", ClockState.Check, ClockCause.HypervisorPage, "", "", "virsh" },
        { "raw-not-in-vdso", ClockState.Healthy, ClockCause.None, "", "", "virsh edit" },
        { "vmware-soft-reset-tsc", ClockState.Healthy, ClockCause.None, "TP404 1 Power-cycle the VM", "counters differ[\\s\\S]*in step is expected", "virtual_rdtsc" },
        { "wsl2-after-sleep", ClockState.Healthy, ClockCause.None, "TP401 1 See what sets Linux's time", "2.7 hours behind[\\s\\S]*hwclock --hctosys[\\s\\S]*wsl --shutdown", "virsh" },
        { "ahv-old", ClockState.Slow, ClockCause.PlatformTimer, "acli vm.on", "[Uu]pgrade AOS", NoConsole },
        { "arm32-no-vdso", ClockState.Suspicious, ClockCause.SystemCall, "system calls", "", "RDTSC|TSC|CPUID" },
        { "arm64-cntvct-trapped", ClockState.Suspicious, ClockCause.Unknown, "kernel", "Trapping CNTVCT access", "RDTSC|TSC|CPUID" },
        { "azpage-invalid-page", ClockState.Slow, ClockCause.HypervisorPage, "Stop the VM", "deallocat", "^1.*kernel" },
        { "cloudstack", ClockState.Slow, ClockCause.PlatformTimer, "OS type", "CloudStack", NoConsole },
        { "coreos-drift", ClockState.Unclear, ClockCause.Unknown, "echo tsc", "own ticks", "virsh" },
        { "flatcar-60pc", ClockState.Slow, ClockCause.PlatformTimer, "sudo reboot", @"60\.\d % apart[\s\S]*firmware[\s\S]*newer kernel", Forced },
        { "fw16-01pc", ClockState.Slow, ClockCause.PlatformTimer, "tsc=nowatchdog", "read too late", "virsh" },
        { "harvester", ClockState.Slow, ClockCause.PlatformTimer, HyperVOfKubeVirt, "Harvester", NoConsole },
        { "hpet-disabled-builtin", ClockState.Slow, ClockCause.PlatformTimer, "hpet=disable", "hpet=disable took HPET away, the better of the two timers", "virsh" },
        { "hyperd-tsc-238s", ClockState.Slow, ClockCause.PlatformTimer, "sudo reboot", "TSC jumped by 238 s", Forced },
        { "jiffies-early", ClockState.Check, ClockCause.PlatformTimer, "newer kernel", "another host|less busy host", Forced },
        { "kubevirt", ClockState.Slow, ClockCause.PlatformTimer, HyperVOfKubeVirt, "virtctl start", NoConsole },
        { "mariner-no-vdso", ClockState.Check, ClockCause.HypervisorPage, "another kernel", "the page holds", "deallocate first" },
        { "openshift", ClockState.Slow, ClockCause.PlatformTimer, HyperVOfKubeVirt, "OpenShift", NoConsole },
        { "oracle-ol", ClockState.Slow, ClockCause.PlatformTimer, "sudo reboot", "oci compute instance action", NoConsole },
        { "ovirt", ClockState.Slow, ClockCause.PlatformTimer, "Operating System", "Administration Portal", NoConsole },
        { "pkvm-calibration-failed", ClockState.Check, ClockCause.PlatformTimer, "TSC's rate", "could not find the TSC's rate[\\s\\S]*no watchdog", Forced },
        { "pvm-live-slow", ClockState.Check, ClockCause.HypervisorPage, "Stop the VM", "", "vm stop|tsc=unstable|bhyve" },
        { "qubes-tsc-reset", ClockState.Suspicious, ClockCause.HypervisorPage, "sudo reboot", "TSC began anew at less than before, as after a sleep of the host", Forced + "|clocksource=tsc|echo tsc" },
        { "tencent", ClockState.Slow, ClockCause.PlatformTimer, "sudo reboot", "Tencent Cloud's console", NoConsole },
        { "vultr", ClockState.Slow, ClockCause.PlatformTimer, "sudo reboot", "Vultr's console", NoConsole },
        { "wsl1-coarse-half", ClockState.Suspicious, ClockCause.SystemCall, "WSL 1", "", "virsh" },
        { "xen-windows-no-viridian", ClockState.Slow, ClockCause.PlatformTimer, "viridian_time_ref_count=true platform:viridian_reference_tsc=true", "viridian", "^1.*Stop the VM" },
    };

    [Fact]
    public void Every_file_is_a_case() => Assert.Equal(
        Directory.EnumerateFiles(GuestCase.Folder, "*.json").Select(file => Path.GetFileNameWithoutExtension(file)).Order(StringComparer.Ordinal),
        Cases.Select(item => item.Data.Item1).Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Cases))]
    public void Its_owner_is_told_what_is_right(string file, ClockState state, ClockCause cause, string first, string said, string never)
    {
        var facts = GuestCase.Read(file);
        Assert.Equal((state, cause), (facts.Verdict.State, facts.Verdict.Cause));
        var findings = RuleCatalogue.Evaluate(facts);
        var own = cause == ClockCause.None ? findings.Count == 0 ? null : findings[0]
            : findings.First(finding => finding.Rule == (state == ClockState.Unclear ? "TP112" : RuleCatalogue.ByClockCause[Name(cause)]));
        Assert.Matches(first, own is null ? "" : $"{own.Rule} {Text(own.Remedies[0])}");
        var remedies = string.Join('\n', findings.SelectMany(finding => finding.Remedies).Select(Text));
        Assert.Matches(said, $"{string.Join('\n', findings.Select(finding => $"{finding.Title}\n{finding.LikelyCause}"))}\n{remedies}");
        Assert.DoesNotMatch(never, remedies);
        Assert.All(findings, finding => Assert.InRange((finding.LikelyCause ?? "").Length, 0, 136));
        Assert.All(findings.SelectMany(finding => finding.Remedies), remedy => Assert.InRange(remedy.Action.Length, 1, 69));
    }

    [Theory]
    [InlineData("arm32-no-vdso")]
    [InlineData("arm64-cntvct-trapped")]
    public void A_processor_without_a_TSC_is_told_nothing_of_one(string file)
    {
        var facts = GuestCase.Read(file);
        var said = RuleCatalogue.Evaluate(facts).Select(finding =>
            $"{finding.Title}\n{finding.Impact}\n{finding.LikelyCause}\n{string.Join('\n', finding.Evidence)}\n{string.Join('\n', finding.Remedies.Select(Text))}");
        Assert.DoesNotMatch("RDTSC|TSC|CPUID", $"{facts.Verdict.Because}\n{string.Join('\n', said)}");
    }

    private static string Name(ClockCause cause) => $"{char.ToLowerInvariant(cause.ToString()[0])}{cause.ToString()[1..]}";

    private static string Text(Remedy remedy) => $"{remedy.Rank} {remedy.Action}\n{string.Join('\n', remedy.Steps)}\n{string.Join('\n', remedy.Caveats)}";
}
