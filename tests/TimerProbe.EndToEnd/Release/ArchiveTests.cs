namespace TimerProbe.EndToEnd.Release;

/// <summary>The archives of a release: unpacked, one command gives the first answer.</summary>
[Trait("Run", "all")]
public sealed class ArchiveTests(PackedRelease release)
{
    private static readonly string[] Papers = ["LICENSE", "README.md", "completions/_timerprobe", "completions/timerprobe.bash", "completions/timerprobe.ps1", "samples/scan.json", "sqlscripts/timerprobe.sql"];

    [Theory]
    [InlineData("linux-x64.tar.gz", "libe_sqlite3.so")]
    [InlineData("win-x64.zip", "e_sqlite3.dll", "Microsoft.Data.SqlClient.SNI.dll")]
    public async Task The_archive_is_unpacked_and_checks(string form, params string[] libraries)
    {
        using var folder = new TemporaryFolder();
        var (top, program) = await UnpackAsync($"timerprobe-?.*-{form}", folder, "timerprobe");
        Assert.All([.. Papers, .. libraries], file => Assert.True(File.Exists(Path.Combine(top, file)), file));
        Assert.True((await program.With("check", "--fail-on", "never").RunAsync()) is { ExitCode: 0, Out: { Length: > 0 } });
        if (!program.IsOnWine)
        {
            await program.With("check", "--fail-on", "never", "--save", "--store", folder["runs.db"]).SucceedsAsync(error: "");
            Assert.EndsWith($"-{(await program.With("--version").RunAsync()).Out.Trim()}-linux-x64", top, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("linux-x64.tar.gz", "")]
    [InlineData("win-x64.zip", "Z:")]
    public async Task The_server_is_unpacked_and_serves(string form, string drive)
    {
        using var folder = new TemporaryFolder();
        var (_, program) = await UnpackAsync($"timerprobe-server-*-{form}", folder, "timerprobe-server");
        await AssertServesAsync(program.With("--listen", "http://127.0.0.1:0", "--store", drive + folder["server.db"]));
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

    /// <summary>The one folder in an archive, which is named as it is, and the program there.</summary>
    private async Task<(string Top, ProgramRun Program)> UnpackAsync(string pattern, TemporaryFolder folder, string name)
    {
        var archive = await release.FileAsync(pattern);
        var isForWindows = archive.EndsWith(".zip", StringComparison.Ordinal);
        if (isForWindows)
        {
            Needs.Wine();
            await ZipFile.ExtractToDirectoryAsync(archive, folder.Path, Cancel);
        }
        else
        {
            await new ProgramRun("tar", ["-xzf", archive, "-C", folder.Path]).SucceedsAsync();
        }

        var top = Assert.Single(Directory.GetDirectories(folder.Path));
        Assert.StartsWith(Path.GetFileName(top), Path.GetFileName(archive), StringComparison.Ordinal);
        var program = Path.Combine(top, name);
        return (top, isForWindows ? TimerProbeProgram.UnderWine with { Arguments = [program + ".exe"] } : new ProgramRun(program, []));
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
