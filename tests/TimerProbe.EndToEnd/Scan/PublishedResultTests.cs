namespace TimerProbe.EndToEnd.Scan;

/// <summary>Guests that leave results with their hypervisor, and scans that find them there.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class PublishedResultTests
{
    private const string Away = "uuid-as-the-guest-sees-it";

    private static readonly string Fresh = FormattableString.Invariant(
        $$$"""{"v":1,"t":"{{{TimeProvider.System.GetUtcNow().AddMinutes(-1):yyyy-MM-dd'T'HH:mm:ss'Z'}}}","id":"{{{Guid.CreateVersion7()}}}","state":"slow","cause":"tscTrapped","conf":"measured","ns":{"precise":1180,"rdtsc":1090,"exit":1070},"tool":"0.2.0"}""");

    [Fact]
    public async Task From_the_guest_through_its_hypervisor_to_the_scan()
    {
        Needs.TrappedClock();
        using var hypervisor = new FakeHypervisor();
        var (check, measured) = await TimerProbeProgram.Fastest.Trapped().CheckAsync("--publish", "--tools-program", hypervisor.Program);
        measured.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        Assert.Equal(10, check.ExitCode);
        Assert.InRange(hypervisor.Value.Length, 1, 1_000);

        using var folder = new TemporaryFolder();
        using var vcenter = await SimulatedVCenter.StartAsync("--published", Published(folder, Away, hypervisor.Value));
        var (_, document) = await vcenter.Scan().ToDocumentAsync();
        var guest = document.VCenters[0].VirtualMachines.Single(machine => machine.Name == Away).Guest!;
        Assert.Equal((measured.Id, ClockState.Slow, ClockCause.TscTrapped, "machine", GuestSource.Published),
            (guest.DocumentId, guest.State, guest.Cause, guest.MatchedBy, guest.Source));
        Assert.Contains(document.Findings, finding => finding is { Rule: "TP201", Severity: Severity.Critical } && finding.Subject.Name == Away);
        Assert.Equal((1, 1, 0), (document.Published!.Machines, document.Published.Counted, document.Published.Stale));
        Assert.Null(document.GuestResults);
    }

    [Fact]
    public async Task A_scan_asks_nothing_more_of_the_server()
    {
        using var folder = new TemporaryFolder();
        using var silent = await SimulatedVCenter.StartAsync();
        using var telling = await SimulatedVCenter.StartAsync("--published", Published(folder, "*", Fresh));
        // What guests publish makes other machines affected, of which statistics are asked for.
        var config = folder.Write("timerprobe.json", """{ "statistics": false }""");
        var (_, without) = await silent.Scan("--config", config).ToDocumentAsync();
        var (_, with) = await telling.Scan("--config", config).ToDocumentAsync();
        Assert.Equal(without.Timing.Requests, with.Timing.Requests);
        Assert.True(with.Published!.Machines > 50);
    }

    [Fact]
    public async Task What_says_the_same_is_written_once_and_taken_away_when_asked()
    {
        Needs.Linux();
        using var hypervisor = new FakeHypervisor();
        var check = TimerProbeProgram.Fastest.With("check", "--publish", "--tools-program", hypervisor.Program, "--fail-on", "never");
        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        Assert.Equal(1, hypervisor.Writes);
        var cleared = await TimerProbeProgram.InProcess.With("publish", "--clear", "--tools-program", hypervisor.Program).RunAsync();
        Assert.Equal((0, "guestinfo.timerprobe.check is empty now\n"), (cleared.ExitCode, cleared.Out));
        Assert.Empty(hypervisor.Value);
    }

    [Fact]
    public async Task A_refusal_harms_no_result()
    {
        Needs.Linux();
        using var hypervisor = new FakeHypervisor { Refusal = "Permission denied" };
        var (result, document) = await TimerProbeProgram.Fastest.CheckAsync("--publish", "--tools-program", hypervisor.Program, "--fail-on", "never");
        Assert.Equal(5, result.ExitCode);
        Assert.NotEmpty(document.Clocks);
        Assert.Contains("not published: the hypervisor refused (Permission denied)", result.Error, StringComparison.Ordinal);
        Assert.Equal(3, (await TimerProbeProgram.InProcess.With("publish", "--clear", "--tools-program", hypervisor.Program).RunAsync()).ExitCode);
    }

    [Fact]
    public async Task A_watch_publishes_the_level_it_found()
    {
        Needs.Linux();
        using var hypervisor = new FakeHypervisor();
        using var watch = WatchRun.Start(TimerProbeProgram.Fastest, "--every", "1s", "--publish", "--tools-program", hypervisor.Program);
        await watch.NextAsync(WatchEvent.Changed);
        watch.Signal("TERM");
        Assert.Equal(0, (await watch.EndAsync()).ExitCode);
        Assert.Contains("\"v\":1", hypervisor.Value, StringComparison.Ordinal);
        Assert.InRange(hypervisor.Writes, 1, 3);
    }

    /// <summary>The Tools of Debian as they are, on a machine without VMware.</summary>
    [Fact]
    public async Task The_real_tools_refuse_outside_of_vmware()
    {
        Needs.Linux();
        var folder = Repository.Path("tests", "lab", "open-vm-tools", "bin", "usr");
        Requirement.Met(File.Exists(Path.Combine(folder, "bin", "vmtoolsd")), "Debian's open-vm-tools are not unpacked: run tests/run");
        Assert.SkipWhen(File.Exists("/sys/class/dmi/id/sys_vendor") && File.ReadAllText("/sys/class/dmi/id/sys_vendor").StartsWith("VMware", StringComparison.Ordinal), "this machine is a VMware guest");
        foreach (var program in new[] { "vmtoolsd", "vmware-rpctool" })
        {
            var (result, _) = await TimerProbeProgram.Fastest
                .WithEnvironment("LD_LIBRARY_PATH", Path.Combine(folder, "lib", "x86_64-linux-gnu"))
                .CheckAsync("--publish", "--tools-program", Path.Combine(folder, "bin", program), "--fail-on", "never");
            Assert.Equal(5, result.ExitCode);
            Assert.Contains("not published: this machine is not a VMware guest, or its hypervisor does not answer VMware Tools", result.Error, StringComparison.Ordinal);
        }
    }

    /// <summary>The program is found where the Tools of Windows are installed; the value arrives as one argument, quotes and all.</summary>
    [Fact]
    public async Task On_windows_the_tools_are_found_where_they_are_installed()
    {
        Needs.Wine();
        var standIn = Repository.Path("tests", "lab", "guest-tools", "bin", "vmtoolsd.exe");
        Requirement.Met(File.Exists(standIn), "the stand-in for the Tools of Windows is not built: run tests/run");
        var missing = await TimerProbeProgram.UnderWine.CheckAsync("--publish", "--fail-on", "never");
        Assert.Equal(5, missing.Result.ExitCode);
        Assert.Contains("not published: this machine is not a VMware guest, and has no VMware Tools", missing.Result.Error, StringComparison.Ordinal);
        var folder = Path.Combine(TimerProbeProgram.UnderWine.Environment["WINEPREFIX"]!, "drive_c", "Program Files", "VMware", "VMware Tools");
        Directory.CreateDirectory(folder);
        try
        {
            File.Copy(standIn, Path.Combine(folder, "vmtoolsd.exe"));
            var (result, document) = await TimerProbeProgram.UnderWine.CheckAsync("--publish", "--fail-on", "never");
            Assert.True(result.ExitCode == 0, result.Error);
            var value = await File.ReadAllTextAsync(Path.Combine(folder, FakeHypervisor.Variable), Cancel);
            var (read, why) = PublishedCheckJson.Read(value);
            Assert.Null(why);
            Assert.Equal((document.Id, document.Verdict.State), (read!.Id, read.State));
            await TimerProbeProgram.UnderWine.With("publish", "--clear").SucceedsAsync();
            Assert.Equal(0, new FileInfo(Path.Combine(folder, FakeHypervisor.Variable)).Length);
        }
        finally
        {
            Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);
        }
    }

    /// <summary>A file for a simulated vCenter: a value by the name of a machine, or of all.</summary>
    private static string Published(TemporaryFolder folder, string machine, string value) =>
        folder.Write("published.json", JsonSerializer.Serialize(new Dictionary<string, string> { [machine] = value }));
}
