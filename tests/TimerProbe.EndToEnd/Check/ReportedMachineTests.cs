namespace TimerProbe.EndToEnd.Check;

/// <summary>Machines whose clocks were reported, one of each kind: what they say of themselves, and what a read costs there.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ReportedMachineTests
{
    private const string Skew = "<4>[  312.1] clocksource: timekeeping watchdog on CPU1: Marking clocksource 'tsc' as unstable because the skew is too large:";

    [Fact]
    public Task A_TSC_that_the_watchdog_ruled_out_is_not_chosen_again() => TellsAsync(
        new Told("hpet", "hpet acpi_pm", "root=/dev/sda1 clocksource=tsc", Skew),
        "precise=900 counter=900", ClockCause.PlatformTimer, "Restart the machine", "echo tsc");

    [Fact]
    public Task A_TSC_with_a_warp_is_not_forced() => TellsAsync(
        new Told("hpet", "hpet acpi_pm", "quiet", "<4>[    0.5] Measured 235 cycles TSC warp between CPUs, turning off TSC clock.\n<4>[    0.5] tsc: Marking TSC unstable due to check_tsc_sync_source failed"),
        "precise=900 counter=900", ClockCause.PlatformTimer, "Do not force the TSC", "echo tsc");

    [Fact]
    public Task The_page_on_offer_comes_first() => TellsAsync(
        new Told("hyperv_clocksource_msr", "hyperv_clocksource_tsc_page hyperv_clocksource_msr acpi_pm", "quiet", "<6>[ 0.0] tsc: Marking TSC unstable due to running on Hyper-V"),
        "precise=1200 counter=1200", ClockCause.HypervisorCall, "Use clock source hyperv_clocksource_tsc_page", "echo tsc");

    [Fact]
    public Task An_option_is_asked_for_before_it_goes() => TellsAsync(
        new Told("acpi_pm", "acpi_pm", "quiet notsc", "<6>[ 0.0] tsc: Marking TSC unstable due to boot parameter notsc"),
        "precise=900 counter=900", ClockCause.PlatformTimer, "Ask why the kernel's clock option is set", "echo tsc");

    [Fact]
    public Task WSL_is_restarted_from_Windows() => TellsAsync(
        new Told("acpi_pm", "acpi_pm", "quiet", Skew) { Kernel = "5.15.146.1-microsoft-standard-WSL2" },
        "precise=900 counter=900", ClockCause.PlatformTimer, "Restart the machine", "sudo reboot");

    [Fact]
    public Task Clocks_that_all_enter_the_kernel_are_system_calls() => TellsAsync(
        new Told("tsc", "tsc hpet", "vdso=0", ""),
        "precise=700 counter=700 coarse=700", ClockCause.SystemCall, "Find what catches the system calls", "echo tsc");

    private static async Task TellsAsync(Told told, string costs, ClockCause cause, string first, string never)
    {
        Needs.SlowClock();
        using var folder = new TemporaryFolder();
        told.WriteTo(folder.Path);
        var (_, document) = await TimerProbeProgram.Fastest.WithClocks($"{costs} root={folder.Path}").CheckAsync("--budget", "30s");
        Assert.True(cause == document.Verdict.Cause, $"{document.Verdict.Cause}: {document.Verdict.Because}");
        var finding = document.Findings[0];
        Assert.StartsWith(first, finding.Remedies[0].Action, StringComparison.Ordinal);
        Assert.DoesNotContain(
            finding.Remedies.SelectMany(remedy => remedy.Steps), step => step.Text.Contains(never, StringComparison.Ordinal));
        Assert.Equal(told.Available.Split(' '), document.Machine.Linux!.AvailableClocksources);
        Assert.Equal(told.Reason, document.Machine.Linux.UnstableReason);
        Assert.Equal(told.Options, string.Join(' ', document.Machine.Linux.ClockOptions));
    }

    /// <summary>What a machine says of itself.</summary>
    private sealed record Told(string Current, string Available, string CommandLine, string Log)
    {
        public string Kernel { get; init; } = "6.1.0-18-amd64";

        public string? Reason => Log.Contains("skew", StringComparison.Ordinal) ? "Marking clocksource 'tsc' as unstable because the skew is too large"
            : Log.Contains("warp", StringComparison.Ordinal) ? "Measured 235 cycles TSC warp between CPUs, turning off TSC clock"
            : Log.Contains("Marking", StringComparison.Ordinal) ? Log[Log.IndexOf("Marking", StringComparison.Ordinal)..]
            : null;

        public string Options => string.Join(' ', CommandLine.Split(' ').Where(option => option is "notsc" or "vdso=0" or "clocksource=tsc"));

        public void WriteTo(string root)
        {
            const string Clocksource = "sys/devices/system/clocksource/clocksource0/";
            (string Name, string Text)[] files =
            [
                (Clocksource + "current_clocksource", Current + "\n"), (Clocksource + "available_clocksource", Available + "\n"), ("proc/cmdline", CommandLine + "\n"),
                ("proc/sys/kernel/osrelease", Kernel + "\n"), ("kmsg", "<5>[    0.0] Linux version " + Kernel + "\n" + Log + "\n"),
                ("sys/class/dmi/id/sys_vendor", "Contoso\n"), ("sys/class/dmi/id/product_name", "Server\n"),
            ];
            foreach (var (name, text) in files)
            {
                var file = Path.Combine(root, name);
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                File.WriteAllText(file, text);
            }
        }
    }
}
