namespace TimerProbe.EndToEnd.Release;

/// <summary>The archives of a release: unpacked, one command gives the first answer.</summary>
[Trait("Run", "all")]
public sealed class ArchiveTests(PackedRelease release)
{
    private static readonly string[] Papers = ["LICENSE", "README.md", "completions/_timerprobe", "completions/timerprobe.bash", "completions/timerprobe.ps1", "samples/scan.json", "sqlscripts/timerprobe.sql"];

    [Fact]
    public async Task The_archive_for_Linux_is_unpacked_and_checks()
    {
        var archive = await release.FileAsync("timerprobe-?.*-linux-x64.tar.gz");
        using var folder = new TemporaryFolder();
        await new ProgramRun("tar", ["-xzf", archive, "-C", folder.Path]).SucceedsAsync();
        var top = Assert.Single(Directory.GetDirectories(folder.Path));
        Assert.Equal(Path.GetFileName(archive), Path.GetFileName(top) + ".tar.gz");
        Assert.All([.. Papers, "libe_sqlite3.so"], file => Assert.True(File.Exists(Path.Combine(top, file)), file));
        var program = new ProgramRun(Path.Combine(top, "timerprobe"), []);
        Assert.True((await program.With("check", "--fail-on", "never").RunAsync()) is { ExitCode: 0, Out: { Length: > 0 } });
        await program.With("check", "--fail-on", "never", "--save", "--store", folder["runs.db"]).SucceedsAsync(error: "");
        Assert.EndsWith($"-{(await program.With("--version").RunAsync()).Out.Trim()}-linux-x64", top, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_archive_for_Windows_is_unpacked_and_checks()
    {
        var archive = await release.FileAsync("timerprobe-?.*-win-x64.zip");
        Needs.Wine();
        using var folder = new TemporaryFolder();
        await ZipFile.ExtractToDirectoryAsync(archive, folder.Path, Cancel);
        var top = Assert.Single(Directory.GetDirectories(folder.Path));
        Assert.All([.. Papers, "e_sqlite3.dll", "Microsoft.Data.SqlClient.SNI.dll"], file => Assert.True(File.Exists(Path.Combine(top, file)), file));
        var program = TimerProbeProgram.UnderWine with { Arguments = [Path.Combine(top, "timerprobe.exe")] };
        Assert.True((await program.With("check", "--fail-on", "never").RunAsync()) is { ExitCode: 0, Out: { Length: > 0 } });
    }

    [Fact]
    public async Task The_server_is_unpacked_and_serves()
    {
        var archive = await release.FileAsync("timerprobe-server-*-linux-x64.tar.gz");
        using var folder = new TemporaryFolder();
        await new ProgramRun("tar", ["-xzf", archive, "-C", folder.Path]).SucceedsAsync();
        var top = Assert.Single(Directory.GetDirectories(folder.Path));
        await AssertServesAsync(new ProgramRun(Path.Combine(top, "timerprobe-server"), ["--listen", "http://127.0.0.1:0", "--store", folder["server.db"]]));
    }

    [Fact]
    public async Task The_server_for_Windows_is_unpacked_and_serves()
    {
        var archive = await release.FileAsync("timerprobe-server-*-win-x64.zip");
        Needs.Wine();
        using var folder = new TemporaryFolder();
        await ZipFile.ExtractToDirectoryAsync(archive, folder.Path, Cancel);
        var top = Assert.Single(Directory.GetDirectories(folder.Path));
        var program = TimerProbeProgram.UnderWine with { Arguments = [Path.Combine(top, "timerprobe-server.exe")] };
        await AssertServesAsync(program.With("--listen", "http://127.0.0.1:0", "--store", $"Z:{folder["server.db"].Replace('/', '\\')}"));
    }

    [Theory]
    [InlineData("timerprobe-?.*.tar.gz")]
    [InlineData("timerprobe-server-*.tar.gz")]
    public async Task Names_are_sorted_and_times_are_the_commits_whoever_packs(string archive)
    {
        var listed = await new ProgramRun("tar", ["--list", "--verbose", "--numeric-owner", "--full-time", "--utc", "-zf", await release.FileAsync(archive)]).RunAsync();
        var committed = await new ProgramRun("git", ["log", "-1", "--date=format-local:%Y-%m-%d %H:%M:%S", "--format=%cd"]) { WorkingDirectory = Repository.Root }.WithEnvironment("TZ", "UTC").RunAsync();
        var lines = listed.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.All(lines, line => Assert.Contains($" {committed.Out.Trim()} ", line, StringComparison.Ordinal));
        Assert.All(lines, line => Assert.Matches("^(d|-)rw.r-.r-. 0/0 ", line));
        var names = lines.Select(line => line[line.IndexOf("timerprobe-", StringComparison.Ordinal)..].TrimEnd('/')).ToList();
        Assert.Equal(names.OrderBy(name => name.Replace('/', '\0'), StringComparer.Ordinal), names);
    }

    [Fact]
    public async Task The_sums_are_those_of_all_files()
    {
        var sums = (await File.ReadAllLinesAsync(await release.FileAsync("SHA256SUMS"), Cancel)).Select(line => line.Split("  "))
            .ToDictionary(pair => pair[1], pair => pair[0]);
        var files = Directory.GetFiles(release.Folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(release.Folder, file)).Where(file => file != "SHA256SUMS");
        Assert.Equal(files.Order(StringComparer.Ordinal), sums.Keys.Order(StringComparer.Ordinal));
        foreach (var (file, sum) in sums)
        {
            Assert.Equal(await SumAsync(Path.Combine(release.Folder, file)), sum);
        }
    }

    private static async Task AssertServesAsync(ProgramRun server)
    {
        using var process = server.Start();
        try
        {
            string? line;
            Uri? address = null;
            while ((line = await process.StandardOutput.ReadLineAsync(Cancel))?.Trim() is { } said && said != "ready")
            {
                address = said.StartsWith("timerprobe-server ", StringComparison.Ordinal) ? new Uri(said.Split(" on ")[1].Split(',')[0]) : address;
            }

            Assert.NotNull(line);
            using var client = new HttpClient();
            Assert.Equal("ok", (await client.GetStringAsync(new Uri(address!, "healthz"), Cancel)).Trim());
        }
        finally
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
        }
    }

    private static async Task<string> SumAsync(string file)
    {
        await using var stream = File.OpenRead(file);
        return Convert.ToHexStringLower(await SHA256.HashDataAsync(stream, Cancel));
    }
}
