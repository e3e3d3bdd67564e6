namespace TimerProbe.EndToEnd.Logs;

/// <summary><c>timerprobe log</c>: what logs of the hypervisor say, without a vCenter.</summary>
public sealed class LogTests
{
    private const string Away = """
        2026-03-21T11:02:30.000Z In(05) vmx - Log for VMware ESX pid=2101234 version=8.0.2 build=build-22380479 option=Release
        2026-03-21T11:02:30.100Z In(05) vmx - Hostname=esx04.example.org
        2026-03-21T11:02:30.150Z In(05) vmx - Config file: /vmfs/volumes/ds1/DB01/DB01.vmx
        2026-03-21T11:02:30.200Z In(05) vmx - DICT --- CONFIGURATION
        2026-03-21T11:02:30.200Z In(05) vmx - DICT              displayName = "DB01"
        2026-03-21T11:02:30.200Z In(05) vmx - DICT                uuid.bios = "42 1e 85 1b f3 a5 53 a8-5c 18 be ad 05 57 4a a1"
        2026-03-21T11:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion 77 @ 2394000000Hz -> 55 @ 2593905000Hz
        2026-03-21T11:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion ((x * 2326801093) >> 31) + -22
        2026-03-21T11:02:33.123Z In(05) vmx - Disabling TSC scaling since host does not support it.
        2026-03-21T11:02:33.123Z In(05) vmx - Disabling TSC offsetting since TSC rates differ: 2593905000 (guest) vs 2394000000 (host)

        """;

    private const string Home = """
        2018-11-02T03:17:38.838Z| vmx| I125: MStat: Creating Stat vm.powerOnTimeStamp
        2018-11-02T03:17:38.844Z| vmx| I125: TimeTracker host to guest rate conversion 32980396000067392 @ 2665909000Hz -> 0 @ 2665909000Hz

        """;

    [Fact]
    public async Task A_log_is_one_screen()
    {
        using var folder = new TemporaryFolder();
        folder.Write("vmware.log", Away);
        var result = await LogAsync(folder, "vmware.log");
        Assert.Equal((10, ""), (result.ExitCode, result.Error));
        var lines = result.Out.TrimEnd('\n').Split('\n');
        Assert.InRange(lines.Length, 5, 25);
        Assert.Equal("AWAY, and the host does not scale: clock reads trap (recorded)", lines[0]);
        foreach (var told in new[] { "DB01", "421e851b-f3a5-53a8-5c18-bead05574aa1", "esx04.example.org", "VMware ESX 8.0.2", "2026-03-21 11:02 UTC", "2,394.000 MHz", "2,593.905 MHz", "-7.71 %", "is expected" })
        {
            Assert.Contains(told, result.Out, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Several_logs_are_a_table_with_those_away_first()
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["logs/DB01"]);
        folder.Write("logs/DB01/vmware.log", Away);
        folder.Write("logs/DB01/vmware-3.log", Home);
        folder.Write("logs/other.vmware.log", "2018-11-02T03:17:38.838Z| vmx| I125: MStat: Creating Stat vm.powerOnTimeStamp\n");
        folder.Write("logs/hostd.log", Away);
        var result = await LogAsync(folder, "logs");
        Assert.Equal((10, ""), (result.ExitCode, result.Error));
        var lines = result.Out.Split('\n');
        Assert.StartsWith("3 logs: 1 of a machine whose clock reads trap, 0 where the log does not say", lines[0], StringComparison.Ordinal);
        Assert.Equal(["away", "home", "unknown"], lines.Select(line => line.Split(' ')[0]).Where(word => word is "away" or "home" or "unknown"));
    }

    [Fact]
    public async Task As_JSON_it_fits_its_schema()
    {
        using var folder = new TemporaryFolder();
        folder.Write("vmware.log", Away + "2026-03-21T12:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion 77 @ 2593905000Hz -> 55 @ 2593905000Hz\n");
        folder.Write("vmware-1.log", Away);
        folder.Write("empty.log", "");
        var result = await LogAsync(folder, "vmware.log", "vmware-1.log", "empty.log", "--out", "logs.json");
        Assert.Equal((10, "timerprobe: empty.log cannot be read: none of its lines has a known form of vmware.log"), (result.ExitCode, result.Error.Trim()));
        var json = await File.ReadAllTextAsync(folder["logs.json"], Cancel);
        await DocumentSchema.AssertValidAsync(json, "timerprobe.log.1.json");
        using var document = JsonDocument.Parse(json);
        var logs = document.RootElement.GetProperty("logs");
        Assert.Equal(["away", "home"], logs.EnumerateArray().Select(log => log.GetProperty("placement").GetString()));
        Assert.Equal([1, 2], logs.EnumerateArray().Select(log => log.GetProperty("rates").GetArrayLength()));
        Assert.Equal(2_593_905_000, logs[0].GetProperty("guestHz").GetInt64());
        Assert.Equal(("disabled", "disabled"), (logs[0].GetProperty("scaling").GetString(), logs[0].GetProperty("offsetting").GetString()));
        Assert.Equal(-77_067.2, logs[0].GetProperty("differencePpm").GetDouble(), 0.1);
        Assert.Single(document.RootElement.GetProperty("problems").EnumerateArray());
    }

    [Theory]
    [InlineData("critical", "TSC offsetting since", 10)]
    [InlineData("never", "TSC offsetting since", 0)]
    [InlineData("warning", "no word of it", 10)]
    [InlineData("critical", "no word of it", 0)]
    [InlineData("warning", "TSC scaling enabled.", 0)]
    public async Task A_trap_on_record_is_critical_and_an_expected_one_a_warning(string failOn, string last, int exitCode)
    {
        using var folder = new TemporaryFolder();
        var lines = Away.ReplaceLineEndings("\n").Split('\n').Where(line => !line.Contains("Disabling TSC offsetting", StringComparison.Ordinal) || last.StartsWith("TSC offsetting", StringComparison.Ordinal));
        folder.Write("vmware.log", string.Join('\n', lines) + (last == "TSC scaling enabled." ? $"2026-03-21T11:02:33.123Z In(05) vmx - {last}\n" : ""));
        Assert.Equal(exitCode, (await LogAsync(folder, "vmware.log", "--fail-on", failOn)).ExitCode);
    }

    [Fact]
    public async Task What_is_no_such_log_gets_a_sentence()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        folder.Write("vmware.log", Home);
        folder.Write("other.log", "{ }");
        await File.WriteAllBytesAsync(folder["binary.log"], [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 0], Cancel);
        await File.WriteAllTextAsync(folder["wide.log"], Home, System.Text.Encoding.Unicode, Cancel);
        Directory.CreateDirectory(folder["none"]);
        foreach (var name in new[] { "pipe", "zero", "memory", "sparse" })
        {
            await HostileFile.MakeAsync(folder, name, ".log");
        }

        var result = await LogAsync(folder, "vmware.log", "wide.log", "other.log", "binary.log", "none", "pipe.log", "zero.log", "memory.log", "sparse.log", "missing.log");
        Assert.Equal(5, result.ExitCode);
        Assert.Equal(
            """
            timerprobe: other.log cannot be read: none of its lines has a known form of vmware.log
            timerprobe: binary.log cannot be read: it is a binary file, not a vmware.log
            timerprobe: none holds no file *.log with vmware in its name
            timerprobe: pipe.log cannot be read: it is a pipe, not a file
            timerprobe: zero.log cannot be read: it is a device, not a file
            timerprobe: memory.log cannot be read: it is a kernel file
            timerprobe: sparse.log cannot be read: it is larger than 512 MB, the most that is read: it has 10,737,418,240 bytes
            timerprobe: missing.log cannot be read: it does not exist

            """.ReplaceLineEndings("\n"),
            result.Error.ReplaceLineEndings("\n"));
        Assert.StartsWith("2 logs:", result.Out, StringComparison.Ordinal);

        var none = await LogAsync(folder, "other.log", "missing.log");
        Assert.Equal((4, ""), (none.ExitCode, none.Out));
        Assert.EndsWith("none of the logs could be read\n", none.Error.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_log_holds_does_nothing_to_a_terminal()
    {
        using var folder = new TemporaryFolder();
        folder.Write("vmware.log", Away.Replace("\"DB01\"", "\"DB\u001b[31m|1b]0;x|07\u202E01\"", StringComparison.Ordinal).Replace("esx04", "esx\u001b[2J04", StringComparison.Ordinal));
        folder.Write("b.vmware.log", Away);
        foreach (var paths in new string[][] { ["vmware.log"], ["."] })
        {
            var result = await LogAsync(folder, paths);
            Assert.Equal(10, result.ExitCode);
            Assert.DoesNotContain(result.Out, item => (char.IsControl(item) && item != '\n') || item == '\u202E');
        }
    }

    /// <summary>What is said names files as if it ran in the folder.</summary>
    private static async Task<ProgramResult> LogAsync(TemporaryFolder folder, params string[] arguments)
    {
        var result = await TimerProbeProgram.InProcess.With("log")
            .With(arguments.Select(argument => IsPath(argument) ? folder[argument] : argument)).RunAsync();
        return result with { Out = InFolder(result.Out), Error = InFolder(result.Error) };

        static bool IsPath(string argument) => argument.Contains('.', StringComparison.Ordinal) || argument is "logs" or "none";

        string InFolder(string text) => text.Replace(folder.Path + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
    }
}
