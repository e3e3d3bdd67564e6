using System.Text;

namespace TimerProbe.EndToEnd.Check;

/// <summary>--out: whole or not at all.</summary>
public sealed class FileOutputTests : IDisposable
{
    /// <summary>Of a hundred machines: longer than what is buffered.</summary>
    private static readonly string Scan = Repository.Path("docs", "samples", "scan.json");

    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-").FullName;

    [Theory]
    [InlineData("text", "precise time")]
    [InlineData("json", "\"timerprobe.check/1\"")]
    [InlineData("csv", "preciseTime")]
    [InlineData("html", "<h1>Clock check of")]
    [InlineData("markdown", "# Clock check of")]
    [InlineData("openmetrics", "timerprobe_check_state")]
    public async Task Every_format_goes_to_a_file_and_nothing_to_the_console(string format, string part)
    {
        Needs.Linux();
        var file = Path.Combine(_folder, "check.out");
        await File.WriteAllTextAsync(file, "old", TestContext.Current.CancellationToken);
        var result = await TimerProbeProgram.InProcess.With("check", "--output", format, "--out", file).RunAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Empty(result.Out);
        var bytes = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
        Assert.Contains(part, Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
        // Excel reads CSV by the system's code page where nothing says UTF-8; others would take the mark for a character.
        Assert.Equal(format == "csv", bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble));
        Assert.Equal((byte)'\n', bytes[^1]);
        Assert.Equal([file], Directory.GetFiles(_folder));
    }

    [Fact]
    public async Task A_folder_that_does_not_exist_is_said_before_measuring()
    {
        var result = await TimerProbeProgram.InProcess.With("check", "--drift", "30m", "--out", Path.Combine(_folder, "none", "x.json")).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("does not exist", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_store_is_not_replaced_by_a_report()
    {
        var store = Path.Combine(_folder, "fleet.db");
        Assert.Equal(0, (await TimerProbeProgram.InProcess.With("check", "--save", "--store", store).RunAsync()).ExitCode);
        var result = await TimerProbeProgram.InProcess.With("check", "--output", "json", "--out", store).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("it is a database, such as a store", result.Error, StringComparison.Ordinal);
        Assert.Equal(0, (await TimerProbeProgram.InProcess.With("history", "list", "--store", store).RunAsync()).ExitCode);
    }

    [Fact]
    public async Task A_device_is_written_to_and_not_replaced()
    {
        Needs.Linux();
        var result = await TimerProbeProgram.InProcess.With("check", "--output", "csv", "--out", "/dev/stdout").RunAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.StartsWith("id,", result.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_link_stays_one_and_its_file_keeps_its_mode()
    {
        Needs.Linux();
        var file = Path.Combine(_folder, "real.csv");
        var link = Path.Combine(_folder, "link.csv");
        await File.WriteAllTextAsync(file, "old", TestContext.Current.CancellationToken);
        await new ProgramRun("chmod", ["640", file]).RunAsync();
        File.CreateSymbolicLink(link, file);
        var result = await TimerProbeProgram.InProcess.With("check", "--output", "csv", "--out", link).RunAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Equal(file, new FileInfo(link).LinkTarget);
        Assert.StartsWith("id,", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Equal("640\n", (await new ProgramRun("stat", ["-c", "%a", file]).RunAsync()).Out);
    }

    [Fact]
    public async Task A_file_that_may_not_be_written_is_left_whole()
    {
        Needs.Linux();
        Needs.Root("becoming another user");
        Needs.SelfContained();
        var file = Path.Combine(_folder, "old.json");
        await File.WriteAllTextAsync(file, "old", TestContext.Current.CancellationToken);

        // The other user may not be able to enter every folder on the way to the published file.
        var copy = Path.Combine(_folder, "timerprobe");
        File.Copy(TimerProbeProgram.SelfContained.FileName, copy);
        MayNotBeWritten(_folder);
        var program = new ProgramRun(copy, ["check", "--output", "json", "--out", file]);
        var result = await program.Under("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups").RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("cannot write", result.Error, StringComparison.Ordinal);
        Assert.Equal("old", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task On_a_full_disk_the_old_file_is_left_whole_and_nothing_else() => await AssertOldFileStaysAsync("old.json", "check", "--output", "json");

    [Theory]
    [InlineData("csv")]
    [InlineData("markdown")]
    [InlineData("html")]
    public async Task A_disk_that_fills_while_a_long_report_is_written_leaves_the_old_file(string format) =>
        await AssertOldFileStaysAsync("old", "report", "--from", Scan, "--output", format);

    [Theory]
    [InlineData("csv")]
    [InlineData("markdown")]
    [InlineData("html")]
    [InlineData("json")]
    public async Task A_full_standard_output_gets_a_sentence_while_a_long_report_is_written(string format)
    {
        Needs.Linux();
        var result = await TimerProbeProgram.InProcess.With("report", "--from", Scan, "--output", format).Under("sh", "-c", "exec \"$0\" \"$@\" >/dev/full").RunAsync();
        Assert.Equal(3, result.ExitCode);
        Assert.Equal("timerprobe: cannot write standard output: No space left on device", result.Error.TrimEnd());
    }

    [Fact]
    public async Task A_document_reads_back_as_it_was()
    {
        Needs.Linux();
        var (result, document) = await TimerProbeProgram.InProcess.CheckAsync();
        Assert.Equal(result.Out.TrimEnd('\n'), DocumentJson.Write(document));
    }

    public void Dispose()
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>On a disk of 16 kB, most of which is taken.</summary>
    private async Task AssertOldFileStaysAsync(string name, params string[] command)
    {
        Needs.Linux();
        Needs.Root("mounting a small file system");
        var mount = Path.Combine(_folder, "small");
        Directory.CreateDirectory(mount);
        Assert.Equal(0, (await new ProgramRun("mount", ["-t", "tmpfs", "-o", "size=16k", "none", mount]).RunAsync()).ExitCode);
        try
        {
            var file = Path.Combine(mount, name);
            await File.WriteAllTextAsync(file, "old", TestContext.Current.CancellationToken);
            await File.WriteAllBytesAsync(Path.Combine(mount, "ballast"), new byte[11 * 1024], TestContext.Current.CancellationToken);
            var result = await TimerProbeProgram.InProcess.With(command).With("--out", file).RunAsync();
            Assert.Equal(3, result.ExitCode);
            Assert.Contains("cannot write", result.Error, StringComparison.Ordinal);
            Assert.Equal("old", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.Equal(2, Directory.GetFiles(mount).Length);
        }
        finally
        {
            await new ProgramRun("umount", [mount]).RunAsync();
        }
    }

    private static void MayNotBeWritten(string folder)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(
                folder, UnixFileMode.UserRead | UnixFileMode.UserExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
        }
    }
}
