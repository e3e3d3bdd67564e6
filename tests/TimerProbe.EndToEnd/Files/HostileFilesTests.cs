namespace TimerProbe.EndToEnd.Files;

/// <summary>Files that are none, that have no end, or that are larger than anything this program writes.</summary>
public sealed class HostileFilesTests : IDisposable
{
    private const string Pipe = "it is a pipe, not a file";
    private const string Device = "it is a device, not a file";

    private readonly TemporaryFolder _folder = new();

    /// <summary>Whatever reads a file, and each kind.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> Read { get; } = new MatrixTheoryData<string, string>(
        ["report --from FILE", "scan --config FILE", "scan 127.0.0.1:1 --user scan --insecure --password-file FILE", "scan 127.0.0.1:1 --user scan --ca-file FILE"],
        ["pipe", "zero", "memory", "sparse", "folder"]);

    [Theory]
    [MemberData(nameof(Read))]
    public async Task What_is_no_file_or_has_no_end_is_refused(string command, string name)
    {
        var file = await MakeAsync(name);
        var run = TimerProbeProgram.InProcess.With(command.Split(' ').Select(word => word == "FILE" ? file : word))
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", command.Contains("--password-file", StringComparison.Ordinal) ? null : "x");
        await run.EndsAsync(2, name switch
        {
            "pipe" => Pipe,
            "zero" => Device,
            "memory" => "it is a kernel file",
            "folder" => "it is a folder",
            _ => command.Contains("--password-file", StringComparison.Ordinal) ? "" : "it has 10,737,418,240 bytes",
        }, "");
    }

    [Theory]
    [InlineData("pipe", Pipe)]
    [InlineData("zero", Device)]
    [InlineData("folder", "it is a folder")]
    public async Task As_a_destination_it_is_refused_and_left_as_it_is(string name, string sentence)
    {
        var place = await MakeAsync(name);
        var before = await DescribeAsync(place);
        await TimerProbeProgram.InProcess.With("check", "--drift", "30m", "--out", place).EndsAsync(2, sentence, "");
        await TimerProbeProgram.InProcess.With("watch", "--for", "10s", "--log", place).EndsAsync(2, sentence, "");
        Assert.Equal(before, await DescribeAsync(place));
    }

    [Fact]
    public async Task What_has_no_end_on_standard_input_is_read_to_the_bound()
    {
        Needs.Linux();
        var program = TimerProbeProgram.Fastest.With("report", "--from", "-");
        await program.Under("sh", "-c", "exec \"$@\" < /dev/zero", "sh").EndsAsync(2, "it is larger than 96 MB", "");
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
        var result = await new ProgramRun("sh", ["-c", script, "sh", program.FileName, .. program.Arguments]) { WorkingDirectory = _folder.Path }.RunAsync();
        var told = result.Out.Trim().Split(' ');
        Assert.True(told[0] == "130", result.Out + result.Error);
        Assert.True(int.Parse(told[1], CultureInfo.InvariantCulture) < 30, $"it waited for its input for {told[1]} s");
    }

    public void Dispose() => _folder.Dispose();

    private static async Task<string> DescribeAsync(string place) => (await new ProgramRun("stat", ["-L", "-c", "%F %i %a", place]).RunAsync()).Out;

    private async Task<string> MakeAsync(string name)
    {
        Needs.Linux();
        return await HostileFile.MakeAsync(_folder, name);
    }
}
