namespace TimerProbe.EndToEnd.Files;

/// <summary>Files of Windows: open elsewhere, with access lists, in code pages.</summary>
public sealed class WindowsFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task A_report_that_a_reader_holds_open_is_told_and_left_as_it_is()
    {
        Needs.WinePrefix();
        var file = _folder.Write("check.json", "old");
        // As cmd's redirection opens it, others may read it too, and not replace it.
        _folder.Write("run.cmd", $"@\"{Program}\" check --out check.json < check.json\r\n@exit %ERRORLEVEL%\r\n");
        await InFolder(["cmd.exe", "/c", "run.cmd"]).EndsAsync(3, "another program holds it open");
        Assert.Equal("old", await File.ReadAllTextAsync(file, Cancel));
        Assert.Equal(["check.json", "run.cmd"], _folder.Files.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(UnixFileMode.None, 4, "127.0.0.1")]
    [InlineData(UnixFileMode.OtherRead, 2, "can be read by ")]
    public async Task A_password_file_is_for_the_user_of_this_process(UnixFileMode others, int exitCode, string sentence)
    {
        Needs.WinePrefix();
        var file = _folder.Write("password", "hunter2", UnixFileMode.UserRead | UnixFileMode.UserWrite | others);
        var result = await TimerProbeProgram.UnderWine
            .With("scan", "127.0.0.1:1", "--user", "scan", "--insecure", "--password-file", $"Z:{file}")
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null).RunAsync();
        Assert.True(result.ExitCode == exitCode, result.Error);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.Equal(exitCode == 2, result.Error.Contains("/remove:g *S-1-1-0 /grant:r *S-1-5-", StringComparison.Ordinal));
        Assert.DoesNotContain("hunter2", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_document_survives_a_code_page_on_its_way()
    {
        Needs.WinePrefix();
        _folder.Write("run.cmd", "@chcp 850 >nul\r\n@\"%~1\" check --output json > check.json\r\n@\"%~1\" report --from check.json > check.txt\r\n");
        await InFolder(["cmd.exe", "/c", "run.cmd", Program]).SucceedsAsync();
        foreach (var name in new[] { "check.json", "check.txt" })
        {
            Assert.All(await File.ReadAllBytesAsync(_folder[name], Cancel),
                letter => Assert.InRange(letter, (byte)'\n', (byte)'~'));
        }
    }

    public void Dispose() => _folder.Dispose();

    private static string Program => "Z:" + TimerProbeProgram.UnderWine.Arguments[0].Replace('/', '\\');

    private ProgramRun InFolder(IReadOnlyList<string> arguments) => TimerProbeProgram.UnderWine with { Arguments = arguments, WorkingDirectory = _folder.Path };
}
