namespace TimerProbe.EndToEnd.Check;

/// <summary>--out: whole or not at all.</summary>
public sealed class FileOutputTests : IDisposable
{
    /// <summary>Of a hundred machines: longer than what is buffered.</summary>
    private static readonly string Scan = Repository.Path("docs", "samples", "scan.json");

    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("text", "precise time")]
    [InlineData("csv", "preciseTime")]
    [InlineData("openmetrics", "timerprobe_check_state")]
    public async Task A_format_goes_to_a_file_and_nothing_to_the_console(string format, string part)
    {
        Needs.Linux();
        var file = _folder.Write("check.out", "old");
        var result = await TimerProbeProgram.InProcess.With("check", "--output", format, "--out", file).SucceedsAsync();
        Assert.Empty(result.Out);
        Assert.Matches($"(?m)^(HEALTHY|CHECK|SUSPICIOUS|SLOW|UNCLEAR|SHORT OF CPU): {Regex.Escape(file)}$", result.Error);
        var bytes = await File.ReadAllBytesAsync(file, Cancel);
        Assert.Contains(part, Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
        // Excel reads CSV by the system's code page where nothing says UTF-8; others would take the mark for a character.
        Assert.Equal(format == "csv", bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble));
        Assert.Equal((byte)'\n', bytes[^1]);
        Assert.Equal(["check.out"], _folder.Files);
    }

    [Fact]
    public async Task A_store_is_not_replaced_by_a_report()
    {
        var store = _folder["fleet.db"];
        Assert.Equal(0, (await TimerProbeProgram.InProcess.With("check", "--save", "--store", store).RunAsync()).ExitCode);
        await TimerProbeProgram.InProcess.With("check", "--output", "json", "--out", store).EndsAsync(2, "it is a database, such as a store");
        Assert.Equal(0, (await TimerProbeProgram.InProcess.With("history", "list", "--store", store).RunAsync()).ExitCode);
    }

    [Fact]
    public async Task A_device_is_written_to_and_not_replaced()
    {
        Needs.Linux();
        var result = await TimerProbeProgram.InProcess.With("check", "--output", "csv", "--out", "/dev/stdout").SucceedsAsync();
        Assert.StartsWith("id,", result.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_may_not_be_written_is_left_whole()
    {
        Needs.Root("becoming another user");
        Needs.SelfContained();
        var file = _folder.Write("old.json", "old");
        // The other user may not be able to enter every folder on the way to the published file.
        File.Copy(TimerProbeProgram.SelfContained.FileName, _folder["timerprobe"]);
        await new ProgramRun("chmod", ["505", _folder.Path]).RunAsync();

        var program = new ProgramRun(_folder["timerprobe"], ["check", "--output", "json", "--out", file]);
        await program.Under("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups").EndsAsync(2, "cannot write");
        Assert.Equal("old", await File.ReadAllTextAsync(file, Cancel));
    }

    /// <summary>On a disk of 16 kB, most of which is taken.</summary>
    [Theory]
    [InlineData("check", "--output", "json")]
    [InlineData("report", "--from", "SCAN", "--output", "csv")]
    [InlineData("report", "--from", "SCAN", "--output", "html")]
    public async Task On_a_disk_that_is_full_or_fills_the_old_file_is_left_whole_and_nothing_else(params string[] command)
    {
        Needs.Linux();
        Needs.Root("mounting a small file system");
        var mount = Directory.CreateDirectory(_folder["small"]).FullName;
        Assert.Equal(0, (await new ProgramRun("mount", ["-t", "tmpfs", "-o", "size=16k", "none", mount]).RunAsync()).ExitCode);
        try
        {
            var file = _folder.Write("small/old.json", "old");
            _folder.Write("small/ballast", new string('x', 11 * 1024));
            await TimerProbeProgram.InProcess.With(command.Select(word => word == "SCAN" ? Scan : word)).With("--out", file).EndsAsync(3, "cannot write");
            Assert.Equal("old", await File.ReadAllTextAsync(file, Cancel));
            Assert.Equal(2, Directory.GetFiles(mount).Length);
        }
        finally
        {
            await new ProgramRun("umount", [mount]).RunAsync();
        }
    }

    public void Dispose() => _folder.Dispose();
}
