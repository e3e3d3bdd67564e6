namespace TimerProbe.EndToEnd.Check;

/// <summary>Machines whose clocks were reported, one of each kind: what they say of themselves, and what a read costs there.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ReportedMachineTests
{
    private const string Skew = "<4>[  312.1] clocksource: timekeeping watchdog on CPU1: Marking clocksource 'tsc' as unstable because the skew is too large:";

    public static TheoryData<string> Names => [.. Machines.Keys];

    private static readonly Dictionary<string, (Told Told, int Cost, ClockCause Cause, string First, string Never)> Machines = new(StringComparer.Ordinal)
    {
        ["A TSC that the watchdog ruled out is not chosen again"] =
            (new("hpet", "hpet acpi_pm", "root=/dev/sda1 clocksource=tsc", Skew, "Marking clocksource 'tsc' as unstable because the skew is too large"), 900, ClockCause.PlatformTimer, "Restart the machine", "echo tsc"),
        ["The page on offer comes first"] =
            (new("hyperv_clocksource_msr", "hyperv_clocksource_tsc_page hyperv_clocksource_msr acpi_pm", "quiet", "<6>[ 0.0] tsc: Marking TSC unstable due to running on Hyper-V", "Marking TSC unstable due to running on Hyper-V"),
                1200, ClockCause.HypervisorCall, "Use clock source hyperv_clocksource_tsc_page", "echo tsc"),
        ["Clocks that all enter the kernel are system calls"] =
            (new("tsc", "tsc hpet", "vdso=0", "", Reason: null), 700, ClockCause.SystemCall, "Find what catches the system calls", "echo tsc"),
    };

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_cause_is_named_and_its_first_remedy_is_the_machines_own(string name)
    {
        Needs.SlowClock();
        var (told, cost, cause, first, never) = Machines[name];
        using var folder = new TemporaryFolder();
        told.WriteTo(folder.Path);
        var costs = $"precise={cost} counter={cost}" + (cause == ClockCause.SystemCall ? $" coarse={cost}" : "");
        var (_, document) = await TimerProbeProgram.Fastest.WithClocks($"{costs} root={folder.Path}").CheckAsync("--budget", "30s");
        Assert.True(cause == document.Verdict.Cause, $"{document.Verdict.Cause}: {document.Verdict.Because}");
        var finding = document.Findings[0];
        Assert.StartsWith(first, finding.Remedies[0].Action, StringComparison.Ordinal);
        Assert.DoesNotContain(finding.Remedies.SelectMany(remedy => remedy.Steps), step => step.Text.Contains(never, StringComparison.Ordinal));
        Assert.Equal(told.Available.Split(' '), document.Machine.Linux!.AvailableClocksources);
        Assert.Equal(told.Reason, document.Machine.Linux.UnstableReason);
        Assert.Equal(told.Options, string.Join(' ', document.Machine.Linux.ClockOptions));
    }

    /// <summary>What a machine says of itself, and the reason that its log has against the TSC.</summary>
    private sealed record Told(string Current, string Available, string CommandLine, string Log, string? Reason)
    {
        public string Options => string.Join(' ', CommandLine.Split(' ').Where(option => option is "notsc" or "vdso=0" or "clocksource=tsc"));

        public void WriteTo(string root)
        {
            const string Clocksource = "sys/devices/system/clocksource/clocksource0/";
            (string Name, string Text)[] files =
            [
                (Clocksource + "current_clocksource", Current + "\n"), (Clocksource + "available_clocksource", Available + "\n"), ("proc/cmdline", CommandLine + "\n"),
                ("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n"), ("kmsg", "<5>[    0.0] Linux version 6.1.0-18-amd64\n" + Log + "\n"),
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
