using System.Globalization;

namespace TimerProbe.EndToEnd.Files;

/// <summary>Files that are none, that have no end, or that are larger than anything this program writes.</summary>
public sealed class HostileFilesTests : IDisposable
{
    private const string Pipe = "it is a pipe, not a file";
    private const string Device = "it is a device, not a file";
    private const string Kernel = "it is a kernel file";
    private const string Sparse = "it has 10,737,418,240 bytes";

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string, string> All { get; } = new()
    {
        { "pipe", Pipe },
        { "zero", Device },
        { "memory", Kernel },
        { "sparse", Sparse },
        { "folder", "it is a folder" },
    };

    [Theory]
    [MemberData(nameof(All))]
    public async Task As_a_document_it_is_refused(string name, string sentence) =>
        AssertRefused(sentence, await TimerProbeProgram.InProcess.With("report", "--from", await MakeAsync(name)).RunAsync());

    [Theory]
    [MemberData(nameof(All))]
    public async Task As_a_configuration_it_is_refused(string name, string sentence) =>
        AssertRefused(sentence, await TimerProbeProgram.InProcess.With("scan", "--config", await MakeAsync(name)).RunAsync());

    [Theory]
    [MemberData(nameof(All))]
    public async Task As_a_password_file_it_is_refused(string name, string sentence) =>
        AssertRefused(sentence == Sparse ? "" : sentence, await Scan("--insecure", "--password-file", await MakeAsync(name)).RunAsync());

    [Theory]
    [MemberData(nameof(All))]
    public async Task As_a_file_of_authorities_it_is_refused(string name, string sentence) =>
        AssertRefused(sentence, await Scan("--ca-file", await MakeAsync(name)).RunAsync());

    [Theory]
    [InlineData("pipe", Pipe)]
    [InlineData("zero", Device)]
    [InlineData("memory", Kernel)]
    [InlineData("sparse", Sparse)]
    public async Task As_an_earlier_run_it_is_refused(string name, string sentence) => AssertRefused(
        sentence,
        await TimerProbeProgram.InProcess.With("sql", "--user", "probe", "--earlier", await MakeAsync(name)).WithEnvironment("TIMERPROBE_SQL_PASSWORD", "x").RunAsync());

    [Theory]
    [InlineData("pipe", Pipe)]
    [InlineData("zero", Device)]
    [InlineData("folder", "it is a folder")]
    public async Task As_a_destination_it_is_refused_and_left_as_it_is(string name, string sentence)
    {
        var place = await MakeAsync(name);
        var before = await DescribeAsync(place);
        AssertRefused(sentence, await TimerProbeProgram.InProcess.With("check", "--drift", "30m", "--out", place).RunAsync());
        AssertRefused(sentence, await TimerProbeProgram.InProcess.With("watch", "--for", "10s", "--log", place).RunAsync());
        Assert.Equal(before, await DescribeAsync(place));
    }

    [Fact]
    public async Task What_has_no_end_on_standard_input_is_read_to_the_bound()
    {
        Needs.Linux();
        var program = TimerProbeProgram.Fastest.With("report", "--from", "-");
        var result = await new ProgramRun("sh", ["-c", "exec \"$@\" < /dev/zero", "sh", program.FileName, .. program.Arguments]).RunAsync();
        AssertRefused("it is larger than 96 MB", result);
    }

    [Fact]
    public async Task A_read_that_waits_ends_at_a_signal()
    {
        Needs.Linux();
        var program = TimerProbeProgram.Fastest.With("report", "--from", "-");

        // More than a pipe holds is written only when somebody reads; the pipe stays open then, and the reader waits.
        const string script = """
            mkfifo input; "$@" < input & id=$!
            exec 9> input; printf '%100000s' '{' >&9
            start=$(date +%s); kill -TERM $id; wait $id
            echo "$? $(( $(date +%s) - start ))"
            """;
        var result = await new ProgramRun(
            "sh", ["-c", script, "sh", program.FileName, .. program.Arguments])
        { WorkingDirectory = _folder.Path }.RunAsync();
        var told = result.Out.Trim().Split(' ');
        Assert.True(told[0] == "130", result.Out + result.Error);
        Assert.True(int.Parse(told[1], CultureInfo.InvariantCulture) < 30, $"it waited for its input for {told[1]} s");
    }

    public void Dispose() => _folder.Dispose();

    private static ProgramRun Scan(params IEnumerable<string> options) => TimerProbeProgram.InProcess
        .With("scan", "127.0.0.1:1", "--user", "scan")
        .With(options)
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", options.Contains("--password-file") ? null : "x");

    private static void AssertRefused(string sentence, ProgramResult result)
    {
        Assert.True(result.ExitCode == 2, $"exit code {result.ExitCode}: {result.Error}");
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.Empty(result.Out);
    }

    private static async Task<string> DescribeAsync(string place) => (await new ProgramRun("stat", ["-L", "-c", "%F %i %a", place]).RunAsync()).Out;

    private async Task<string> MakeAsync(string name)
    {
        Needs.Linux();
        return await HostileFile.MakeAsync(_folder, name);
    }
}
