namespace TimerProbe.EndToEnd.Store;

/// <summary>The trimmed single files with a store: SQLite's library lies beside them.</summary>
public sealed partial class PublishedFileTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_is_kept_in_a_file_is_told_rendered_and_removed(bool isForWindows)
    {
        var program = TimerProbeProgram.SingleFile(isForWindows);
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await KeepAndTellAsync(program, Target(isForWindows, place), Name(isForWindows));
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(SampleGuest.Check("laptop", uuid: null, SampleFleet.Start, ClockState.Healthy),
                cancellationToken: Cancel);
        }

        var pruned = await program.With("history", "prune", "--older-than", "1h", "--store", Target(isForWindows, place)).RunAsync();
        Assert.StartsWith("Removed 1 run that started before", pruned.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true, Traits = new[] { "Run", "all" })]
    public async Task A_scan_is_kept_and_a_machine_in_it_is_told(bool isForWindows)
    {
        var program = TimerProbeProgram.SingleFile(isForWindows);
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync();
        string[] store = ["--store", Target(isForWindows, place)];
        var scan = program.With("scan", vcenter.Server, "--user", vcenter.User, "--thumbprint", vcenter.Thumbprint, "--save").With(store)
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);
        var result = await program.With("history", "away-vm-migrated", "--output", "json").With(store).SucceedsAsync(error: "");
        var history = DocumentJson.Read<HistoryDocument>(System.Text.Encoding.UTF8.GetBytes(result.Out));
        Assert.Equal(2, history.Scans.Count);
        Assert.Single(history.MachineStates);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true, Traits = new[] { "Run", "all" })]
    public async Task Of_two_scans_the_second_is_told_of_the_first_and_goes_on_once_that_is_killed_and_no_other_waits(bool isForWindows)
    {
        var program = TimerProbeProgram.SingleFile(isForWindows);
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var config = place["timerprobe.json"];
        await File.WriteAllTextAsync(config, """{ "timeLimit": "1s" }""", Cancel);
        await using var server = await StubServer.StartAsync();
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        server.On("CreateContainerView", _ => StubAnswer.Never(() => asked.TrySetResult()));
        var scan = Scan(program, $"{server.Address}").With("--save", "--store", Target(isForWindows, place));
        using var first = scan.Start();
        await asked.Task.WaitAsync(Hang.Limit, Cancel);
        var refused = await scan.RunAsync();
        Assert.Equal((6, ""), (refused.ExitCode, refused.Out));
        Assert.Matches(Holder(), refused.Error);
        Assert.Equal(4, (await Scan(TimerProbeProgram.InProcess, "127.0.0.1:1").With("--save", "--store", place.Text).RunAsync()).ExitCode);
        Assert.Equal(4, (await Scan(TimerProbeProgram.InProcess, $"{server.Address}").With("--store", place.Text, "--config", config).RunAsync()).ExitCode);
        first.Kill(entireProcessTree: true);
        await first.WaitForExitAsync(Cancel);
        server.Accepts = "another";
        Assert.Equal(4, (await scan.RunAsync()).ExitCode);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true, Traits = new[] { "Run", "all" })]
    public async Task Without_the_library_it_is_said_what_is_missing(bool isForWindows)
    {
        using var folder = new TemporaryFolder();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var program = CopiedAlone(isForWindows, folder);
        if (!isForWindows)
        {
            await File.WriteAllTextAsync(folder["libsqlite3.so.0"], "no library", Cancel);
            program = program.WithEnvironment("LD_LIBRARY_PATH", folder.Path);
        }

        await program.With("history", "list", "--store", Target(isForWindows, place)).EndsAsync(3, "SQLite's library, which is published with this program", "");
    }

    [Fact]
    public async Task Where_the_library_does_not_load_the_systems_own_is_used_and_said_with_verbose()
    {
        using var folder = new TemporaryFolder();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var program = CopiedAlone(isForWindows: false, folder);
        await File.WriteAllTextAsync(folder["libe_sqlite3.so"], "of a newer glibc", Cancel);

        await KeepAndTellAsync(program, place.Text, Name(isForWindows: false));

        var list = await program.With("history", "list", "--verbose", "--store", place.Text).RunAsync();
        Assert.Matches("the store uses the system's SQLite 3\\.[0-9.]+, since the library beside the program does not load here", list.Error);
    }

    [Fact]
    public async Task The_glibc_that_the_published_files_take_is_the_one_that_is_said()
    {
        var page = await File.ReadAllTextAsync(Repository.Path("docs", "support.md"), Cancel);
        var program = TimerProbeProgram.SingleFile(isForWindows: false).FileName;
        Assert.Contains($"Linux x86-64 with glibc {await GlibcOfAsync(program)} or later", page, StringComparison.Ordinal);
        Assert.Contains($"a store in a file takes glibc {await GlibcOfAsync(Path.Combine(Path.GetDirectoryName(program)!, "libe_sqlite3.so"))} ", page, StringComparison.Ordinal);
    }

    /// <summary>The newest version of glibc that a file asks for, among the names that its dynamic section refers to.</summary>
    private static async Task<Version> GlibcOfAsync(string file) =>
        AskedFor().Matches(Encoding.Latin1.GetString(await File.ReadAllBytesAsync(file, Cancel)))
            .Select(match => Version.Parse(match.Groups["version"].ValueSpan)).Max()!;

    [GeneratedRegex(@"\0GLIBC_(?<version>[0-9]+\.[0-9]+)(\.[0-9]+)?(?=\0)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex AskedFor();

    private static ProgramRun Scan(ProgramRun program, string server) =>
        program.With("scan", server, "--user", "scan", "--insecure").WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", StubServer.Password);

    private static async Task KeepAndTellAsync(ProgramRun program, string target, string name)
    {
        await program.With("check", "--fail-on", "never", "--save", "--store", target).SucceedsAsync(error: "");
        var list = await program.With("history", "list", "--store", target).RunAsync();
        Assert.Contains($"check  {name}", Assert.Single(list.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries)), StringComparison.OrdinalIgnoreCase);
        Assert.Contains("measured ", (await program.With("history", name, "--store", target).RunAsync()).Out, StringComparison.Ordinal);
        var report = await program.With("report", "--from", "latest", "--output", "json", "--store", target).SucceedsAsync();
        await DocumentSchema.AssertValidAsync(report.Out, "timerprobe.check.1.json");
    }

    /// <summary>The program in a folder without SQLite's library.</summary>
    private static ProgramRun CopiedAlone(bool isForWindows, TemporaryFolder folder)
    {
        var program = TimerProbeProgram.SingleFile(isForWindows);
        var file = isForWindows ? program.Arguments[0] : program.FileName;
        var copy = folder[Path.GetFileName(file)];
        File.Copy(file, copy);
        return isForWindows ? program with { Arguments = [copy] } : program with { FileName = copy };
    }

    private static string Target(bool isForWindows, TestStore place) => isForWindows ? "Z:" + place.Text : place.Text;

    /// <summary>A name in Windows has 15 letters at most and is in capitals.</summary>
    private static string Name(bool isForWindows) =>
        isForWindows && Environment.MachineName.Length > 15 ? Environment.MachineName[..15] : Environment.MachineName;

    [GeneratedRegex("another scan holds .*: process [0-9]+ of .+ on .+, since [0-9: -]+ UTC \\(timerprobe scan\\)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Holder();
}
