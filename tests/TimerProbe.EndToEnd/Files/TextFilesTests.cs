using System.Text;

namespace TimerProbe.EndToEnd.Files;

/// <summary>Text as editors and shells leave it: in UTF-8 or UTF-16, and what is neither.</summary>
public sealed class TextFilesTests : IDisposable
{
    private const string Password = "h\u00fcnter2\u20ac";

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Encodings { get; } = ["utf-8", "utf-16", "utf-16BE"];

    [Theory]
    [MemberData(nameof(Encodings))]
    public async Task A_document_is_read_as_a_shell_redirected_it(string encoding)
    {
        var (_, document) = await TimerProbeProgram.InProcess.CheckAsync();
        document = document with { Machine = document.Machine with { Name = "D\u00fcsseldorf" } };
        var json = DocumentJson.Write(document).Replace("\\u00FC", "\u00fc", StringComparison.Ordinal);
        Assert.Contains("D\u00fcsseldorf", json, StringComparison.Ordinal);
        var file = Write("check.json", json, encoding);
        var result = await TimerProbeProgram.InProcess.With("report", "--from", file, "--output", "json").RunAsync();
        Assert.True(result.ExitCode == 0, result.Error);
        Assert.Equal(DocumentJson.Write(document), result.Out.TrimEnd('\n'));
        Assert.All(result.Out, letter => Assert.InRange(letter, '\n', '~'));
    }

    [Fact]
    public async Task A_document_in_a_code_page_is_refused_with_the_place()
    {
        var file = Write("check.json", "{ \"schema\":\n \"D\u00fcsseldorf\" }", "latin1");
        var result = await TimerProbeProgram.InProcess.With("report", "--from", file).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("it is not UTF-8 at byte 16, line 2: save it as UTF-8", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public async Task A_configuration_is_read_in_each(string encoding)
    {
        var file = Write("timerprobe.json", "{ \"vcenters\": [ { \"server\": \"127.0.0.1:1\", \"user\": \"D\u00fcsseldorf\", \"usr\": 1 } ] }", encoding);
        var result = await TimerProbeProgram.InProcess.With("config", "check", "--config", file).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(":1: vcenters[0]: ", result.Out + result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_password_in_a_code_page_is_refused_and_shown_nowhere()
    {
        Needs.Linux();
        var file = Write("password", Password, "latin1");
        foreach (var program in new[] { Scan("--password-file", file), Scan("--password-stdin").Under("sh", "-c", $"exec \"$0\" \"$@\" < '{file}'") })
        {
            var result = await program.RunAsync();
            Assert.Equal(2, result.ExitCode);
            Assert.Contains("it is neither UTF-8 nor UTF-16 with a byte order mark: save it as UTF-8", result.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("nter2", result.Out + result.Error, StringComparison.Ordinal);
            Assert.DoesNotMatch("byte [0-9]", result.Error);
        }
    }

    [Fact]
    public async Task A_name_that_leads_nowhere_may_be_the_password_and_is_not_repeated()
    {
        var result = await Scan("--password-file", "hunter2").RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("the password file cannot be read: it does not exist", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"totalMs\": 1e400", "1e400 is not a finite number (at $.timing.totalMs, line 1)")]
    [InlineData("\"totalMs\": -1, \"requests\": -1", "-1 is not a count from 0 to")]
    [InlineData("\"totalMs\": 1e300", "1e300 is not a plausible measurement")]
    public async Task Figures_that_no_measurement_gives_are_refused(string member, string sentence)
    {
        var file = _folder.Write("scan.json", $$"""
            { "schema": "timerprobe.scan/1", "id": "0198f0c2-0000-7000-8000-000000000000", "tool": { "version": "0" }, "startedAt": "2026-11-21T03:00:00Z", "tolerancePpm": 250, "vcenters": [], "findings": [], "timing": { {{member}}, "steps": [] } }
            """);
        var result = await TimerProbeProgram.InProcess.With("report", "--from", file).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("sql")]
    [InlineData("scan")]
    [InlineData("check")]
    [InlineData("history")]
    [InlineData("runs")]
    public async Task A_list_with_a_hole_is_no_document(string kind)
    {
        var file = _folder.Write("document.json", $$"""{ "schema": "timerprobe.{{kind}}/1", "findings": [ null ] }""");
        var result = await TimerProbeProgram.InProcess.With("report", "--from", file).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("is not a timerprobe document", result.Error, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private static ProgramRun Scan(params IEnumerable<string> options) => TimerProbeProgram.InProcess
        .With("scan", "127.0.0.1:1", "--user", "scan", "--insecure")
        .With(options)
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null);

    private string Write(string name, string text, string encoding)
    {
        var file = _folder.Write(name, "", UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var by = Encoding.GetEncoding(encoding);
        File.WriteAllBytes(file, [.. by.Preamble, .. by.GetBytes(text)]);
        return file;
    }
}
