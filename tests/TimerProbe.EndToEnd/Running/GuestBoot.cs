namespace TimerProbe.EndToEnd.Running;

/// <summary>Boots a guest of tests/lab/hypervisors and reads what it said.</summary>
internal static class GuestBoot
{
    private static readonly string Lab = Repository.Path("tests", "lab", "hypervisors");

    public static string Kernel { get; } = Path.Combine(Lab, "bin", "vmlinuz");

    /// <param name="words">What <c>boot</c> takes: the kind, and settings.</param>
    public static async Task<BootedGuest> RunAsync(params IEnumerable<string> words)
    {
        using var folder = new TemporaryFolder();
        var start = new ProcessStartInfo("bash", [Path.Combine(Lab, "boot"), folder.Path, .. words]) { UseShellExecute = false, RedirectStandardError = true };
        var began = TimeProvider.System.GetTimestamp();
        using var boot = Process.Start(start)!;
        // It ends by its own limit.
        var error = await boot.StandardError.ReadToEndAsync();
        await boot.WaitForExitAsync();
        var took = TimeProvider.System.GetElapsedTime(began);
        Assert.True(boot.ExitCode is 0 or 124, $"boot ended with {boot.ExitCode}: {error}{Read("qemu.txt")}");
        return new BootedGuest(Read("console.txt"), Read("check.json"), Read("reads.txt"), Read("error.txt"), took)
        {
            Clocksource = Read("clocksource.txt").Trim() is { Length: > 0 } source ? source : null,
            Again = Read("again.json"),
            Watch = Read("watch.txt"),
            ReadsAfter = Read("readsafter.txt"),
        };

        string Read(string name) => File.Exists(folder[name]) ? File.ReadAllText(folder[name]) : "";
    }
}
