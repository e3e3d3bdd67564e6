namespace TimerProbe.EndToEnd.Files;

/// <summary>Standard output and error that are closed, full, or read by nobody: no command crashes, what it writes to files is whole, and its exit code tells.</summary>
[Trait("Takes", "seconds")]
public sealed class UnwritableStreamsTests
{
    /// <summary>How bash gives the streams, and what becomes of a command whose exit code does not depend on them, and of one that prints.</summary>
    private static readonly (string Streams, int? Printing, bool Says)[] Ways =
    [
        ("exec \"$@\" >&-", 3, true),
        ("exec \"$@\" <&- >&-", 3, true),
        ("exec \"$@\" >/dev/full", 3, true),
        ("exec 4> >(:); wait $!; exec \"$@\" >&4 4>&-", 0, false),
        ("exec \"$@\" 2>&-", null, false),
        ("exec \"$@\" 2>/dev/full", null, false),
        ("exec \"$@\" >/dev/full 2>/dev/full", 3, false),
        ("exec \"$@\" <&- >&- 2>&-", 3, false),
    ];

    /// <summary>A command that writes nothing on standard output ends with a code of its own; FILE is what it writes, JSON where it ends so.</summary>
    private static readonly (string Line, int? Code)[] Commands =
    [
        ("--help", null), ("--version", null), ("watch --help", null), ("rules", null), ("rules explain TP101", null), ("completion bash", null),
        ("check --fail-on never", null), ("check --fail-on never --output csv", null), ("watch --every 1s --for 1s", null), ("sql --show", null),
        ("log vmware.log", null), ("plan rules --from SCAN", null), ("report --from SCAN", null),
        ("config check --offline --config timerprobe.json", null), ("store migrate --store STORE", null), ("history --store STORE", null),
        ("history list --store STORE", null), ("history alerts --store STORE", null), ("history prune --older-than 3000d --store STORE", null),
        ("check --fail-on never --out FILE.json", 0), ("report --from SCAN --out FILE.json", 0), ("plan home --from SCAN --out FILE.json", 0),
        ("log vmware.log none.log --out FILE.json", 5), ("scan 127.0.0.1:1 --user u --password-file pw", 4), ("sql --server 127.0.0.1,1 --user u --password-file pw --yes", 4),
        ("publish --clear", 3), ("rule", 2), ("check --out none/check.json", 2), ("watch --every 1s --for 1s --log /dev/full", null),
    ];

    private readonly ConcurrentBag<string> _wrong = [];

    /// <summary>Each command with a way or two, in turn; by tests/run all with each.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true, Traits = new[] { "Run", "all" })]
    public async Task No_command_crashes_and_its_exit_code_tells(bool isEach)
    {
        Needs.Program("bash");
        await using var store = await SavedStore.NewAsync();
        using var folder = new TemporaryFolder();
        folder.Write("vmware.log", "2026-03-21T11:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion 77 @ 2394000000Hz -> 55 @ 2593905000Hz\n");
        folder.Write("pw", "p\n", UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.Write("timerprobe.json", """{ "alerts": { "webhooks": [ { "url": "http://127.0.0.1:1/hook" } ] } }""");
        var cells = Commands.Index().SelectMany(command => Ways.Where((_, way) => isEach || (way - command.Index) % 5 == 0).Select(way => (command.Item, way))).Index();
        await Parallel.ForEachAsync(cells, new ParallelOptions { MaxDegreeOfParallelism = 4 }, async (cell, _) =>
        {
            var (index, (command, way)) = cell;
            var file = folder[$"{index}"];
            var line = command.Line.Replace("SCAN", Repository.Path("docs", "samples", "scan.json"), StringComparison.Ordinal)
                .Replace("STORE", store.Text, StringComparison.Ordinal).Replace("FILE", file, StringComparison.Ordinal);
            var result = await (TimerProbeProgram.Fastest with { WorkingDirectory = folder.Path }).With(line.Split(' '))
                .Under("bash", "-c", way.Streams, "bash").RunAsync();
            var expected = command.Code ?? way.Printing ?? 0;
            var said = command.Code is null && way.Says;
            if (result.ExitCode != expected
                || (said && !result.Error.EndsWith(way.Streams.Contains("full", StringComparison.Ordinal) ? "cannot write standard output: No space left on device\n" : "cannot write standard output: it is closed\n", StringComparison.Ordinal))
                || result.Error.Contains("   at ", StringComparison.Ordinal)
                || (command.Line.EndsWith(".json", StringComparison.Ordinal) && line.Contains(file, StringComparison.Ordinal) && !IsWhole($"{file}.json")))
            {
                _wrong.Add($"{way.Streams.Replace("\"$@\"", line, StringComparison.Ordinal)}: {result.ExitCode}, not {expected}: {result.Error}");
            }
        });
        Assert.True(_wrong.IsEmpty, string.Join('\n', _wrong));
    }

    [Fact]
    public async Task A_program_that_may_open_few_files_says_so()
    {
        Needs.Program("bash");
        Needs.SelfContained();
        var result = await TimerProbeProgram.SelfContained.With("rules").Under("bash", "-c", "ulimit -n 32; exec \"$@\"", "bash").RunAsync();
        Assert.Equal(3, result.ExitCode);
        Assert.Equal("timerprobe: only 32 files may be open at once here: raise the limit (ulimit -n) to 256 or more\n", result.Error);
    }

    private static bool IsWhole(string file)
    {
        var bytes = File.ReadAllBytes(file);
        return bytes is [(byte)'{', .., (byte)'}', (byte)'\n'] && !Encoding.UTF8.GetString(bytes).Contains("timerprobe:", StringComparison.Ordinal);
    }
}
