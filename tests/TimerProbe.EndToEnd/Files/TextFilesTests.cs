namespace TimerProbe.EndToEnd.Files;

/// <summary>Text as editors and shells leave it: in UTF-8 or UTF-16, and what is neither.</summary>
public sealed class TextFilesTests : IDisposable
{
    private const string Password = "h\u00fcnter2\u20ac";

    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task A_document_is_read_as_a_shell_redirected_it()
    {
        var (_, document) = await TimerProbeProgram.InProcess.CheckAsync();
        document = document with { Machine = document.Machine with { Name = "D\u00fcsseldorf" } };
        var json = DocumentJson.Write(document).Replace("\\u00FC", "\u00fc", StringComparison.Ordinal);
        Assert.Contains("D\u00fcsseldorf", json, StringComparison.Ordinal);
        var file = Write("check.json", json, "utf-16");
        var result = await TimerProbeProgram.InProcess.With("report", "--from", file, "--output", "json").SucceedsAsync();
        Assert.Equal(DocumentJson.Write(document), result.Out.TrimEnd('\n'));
        Assert.All(result.Out, letter => Assert.InRange(letter, '\n', '~'));
    }

    [Fact]
    public async Task A_password_in_a_code_page_is_refused_and_shown_nowhere()
    {
        Needs.Linux();
        var file = Write("password", Password, "latin1");
        foreach (var program in new[] { Scan("--password-file", file), Scan("--password-stdin").Under("sh", "-c", $"exec \"$0\" \"$@\" < '{file}'") })
        {
            var result = await program.EndsAsync(2, "it is neither UTF-8 nor UTF-16 with a byte order mark: save it as UTF-8");
            Assert.DoesNotContain("nter2", result.Out + result.Error, StringComparison.Ordinal);
            Assert.DoesNotMatch("byte [0-9]", result.Error);
        }
    }

    public void Dispose() => _folder.Dispose();

    private static ProgramRun Scan(params IEnumerable<string> options) => TimerProbeProgram.InProcess
        .With("scan", "127.0.0.1:1", "--user", "scan", "--insecure").With(options).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null);

    private string Write(string name, string text, string encoding)
    {
        var file = _folder.Write(name, "", UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var by = Encoding.GetEncoding(encoding);
        File.WriteAllBytes(file, [.. by.Preamble, .. by.GetBytes(text)]);
        return file;
    }
}
