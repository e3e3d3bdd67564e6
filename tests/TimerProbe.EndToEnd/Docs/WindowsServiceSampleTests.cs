using System.Text.RegularExpressions;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>How the pages install the service of <c>watch</c>, as far as it can be tried without Windows; the rest is in docs/field-checks.md.</summary>
public sealed partial class WindowsServiceSampleTests
{
    private static readonly string Script = SchedulingSamples.Text("timerprobe-watch.ps1");
    private static readonly string Watching = File.ReadAllText(Repository.Path("docs", "watching.md")).ReplaceLineEndings("\n");

    [Fact]
    public void Every_piece_of_powershell_is_closed_and_calls_what_exists()
    {
        var own = new Dictionary<string, string[]>(StringComparer.Ordinal) { ["Invoke-Tool"] = [] };
        var pieces = Fence().Matches(SchedulingSamples.Page).Select(match => match.Groups["text"].Value).Where(piece => piece.Contains(".ps1", StringComparison.Ordinal)).Append(Script).ToList();
        Assert.Equal(2, pieces.Count);
        Assert.All(pieces, piece =>
        {
            var read = PowerShellText.Read(piece);
            Assert.Empty(read.Slips);
            Assert.Empty(CmdletCall.In(read.Code).SelectMany(call => call.Unknown(own)));
        });
    }

    [Fact]
    public void Each_value_for_sc_is_an_argument_of_its_own()
    {
        var names = ScOption().Matches(Script).Select(match => match.Groups["name"].Value).ToList();
        Assert.Equal(["start", "obj", "reset", "actions"], names);
        Assert.DoesNotMatch(@"'(start|obj|reset|actions)=[^']", Script);
    }

    [Fact]
    public async Task The_program_accepts_the_command_that_the_script_gives_the_service()
    {
        Needs.Linux();
        var options = Command().Match(Script).Groups["options"].Value;
        var result = await TimerProbeProgram.FrameworkDependent.With(options.Split(' ')).With("/nowhere/watch.jsonl").RunAsync();
        Assert.Equal((3, "timerprobe: --service is for Windows: leave it out, also under systemd"), (result.ExitCode, result.Error.Trim()));
    }

    [Fact]
    public async Task The_lines_of_the_page_install_a_service_that_runs()
    {
        await using var wine = await OwnWine.StartAsync();
        Directory.CreateDirectory(wine.Files["Program Files"]);
        File.CreateSymbolicLink(wine.Files["Program Files/timerprobe.exe"], TimerProbeProgram.UnderWine.Arguments[0]);
        var lines = Lines().Match(Watching).Groups["text"].Value
            .Replace(@"C:\Program Files\TimerProbe", wine.PathOf("Program Files"), StringComparison.Ordinal)
            .Replace(@"C:\ProgramData\TimerProbe", wine.PathOf("Data"), StringComparison.Ordinal);
        wine.Files.Write("install.cmd", lines.ReplaceLineEndings("\r\n"));
        var installed = await wine.RunAsync("cmd.exe", "/c", wine.PathOf("install.cmd"));
        Assert.True(installed.ExitCode == 0, installed.Out + installed.Error);
        var service = new WineService(wine, "TimerProbeWatch");
        await service.UntilAsync("RUNNING");
        await service.StopAsync();
        Assert.Equal(new ServiceAnswer("STOPPED", 0, 0), await service.UntilAsync("STOPPED"));
        Assert.Contains("\"kind\":\"ended\"", await File.ReadAllTextAsync(wine.Files["Data/watch.jsonl"], TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [GeneratedRegex("^```powershell\n(?<text>.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fence();

    [GeneratedRegex("^```\n(?<text>mkdir .*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Lines();

    [GeneratedRegex(@"'(?<name>[a-z]+)=', ['""]", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ScOption();

    [GeneratedRegex(@"\$command = .*'"" (?<options>watch [a-z -]+) ""'", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Command();
}
