namespace TimerProbe.EndToEnd.Check;

/// <summary>A machine whose clock was reported: what it says of itself in its files and log, and what a read costs there. Other kinds are Core.Tests' ReportedMachine.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ReportedMachineTests
{
    private const string Reason = "Marking clocksource 'tsc' as unstable because the skew is too large";

    [Fact]
    public async Task A_TSC_that_the_watchdog_ruled_out_is_not_chosen_again()
    {
        Needs.SlowClock();
        const string clocksource = "sys/devices/system/clocksource/clocksource0/";
        using var folder = new TemporaryFolder();
        foreach (var (name, text) in new (string, string)[]
        {
            (clocksource + "current_clocksource", "hpet\n"), (clocksource + "available_clocksource", "hpet acpi_pm\n"), ("proc/cmdline", "root=/dev/sda1 clocksource=tsc\n"),
            ("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n"), ("sys/class/dmi/id/sys_vendor", "Contoso\n"), ("sys/class/dmi/id/product_name", "Server\n"),
            ("kmsg", $"<5>[    0.0] Linux version 6.1.0-18-amd64\n<4>[  312.1] clocksource: timekeeping watchdog on CPU1: {Reason}:\n"),
        })
        {
            Directory.CreateDirectory(Path.GetDirectoryName(folder[name])!);
            folder.Write(name, text);
        }

        var (_, document) = await TimerProbeProgram.Fastest.WithClocks($"precise=900 counter=900 root={folder.Path}").CheckAsync("--budget", "30s");
        Assert.True(document.Verdict.Cause == ClockCause.PlatformTimer, $"{document.Verdict.Cause}: {document.Verdict.Because}");
        var remedies = document.Findings[0].Remedies;
        Assert.StartsWith("Restart the machine", remedies[0].Action, StringComparison.Ordinal);
        Assert.DoesNotContain(remedies.SelectMany(remedy => remedy.Steps), step => step.Text.Contains("echo tsc", StringComparison.Ordinal));
        var linux = document.Machine.Linux!;
        Assert.Equal(["hpet", "acpi_pm"], linux.AvailableClocksources);
        Assert.Equal(Reason, linux.UnstableReason);
        Assert.Equal(["clocksource=tsc"], linux.ClockOptions);
    }
}
