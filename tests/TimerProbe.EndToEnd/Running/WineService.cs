namespace TimerProbe.EndToEnd.Running;

internal sealed record ServiceAnswer(string State, int ExitCode, int SpecificExitCode);

/// <summary>The program installed as a service of a Wine, with the tools an administrator has for it.</summary>
internal sealed partial class WineService(OwnWine wine, string name)
{
    public static Task<WineService> CreateAsync(OwnWine wine, string name, params IEnumerable<string> options) =>
        CreateAsync(wine, name, TimerProbeProgram.UnderWine.Arguments[0], ["watch", .. options]);

    /// <summary>Makes a service of a program as docs/watching.md and docs/server/run.md do.</summary>
    public static async Task<WineService> CreateAsync(OwnWine wine, string name, string program, IReadOnlyList<string> arguments)
    {
        var service = new WineService(wine, name);
        var command = $"\"Z:{program.Replace('/', '\\')}\" {string.Join(' ', arguments)}";
        await service.ToolAsync("sc.exe", "create", name, "binPath=", command, "obj=", $@"NT SERVICE\{name}", "start=", "delayed-auto");
        return service;
    }

    public Task StartAsync() => ToolAsync("net.exe", "start", name);

    public Task StopAsync() => ToolAsync("net.exe", "stop", name);

    public Task<ServiceAnswer> UntilAsync(string state) => UntilAsync(answer => answer.State == state, state);

    /// <summary>Asks until it runs and has written an event that says this.</summary>
    public Task UntilEventAsync(string text) =>
        UntilAsync(answer => answer.State == "RUNNING" && wine.Events.Contains(text, StringComparison.Ordinal), $"telling '{text}'");

    private async Task<ServiceAnswer> UntilAsync(Func<ServiceAnswer, bool> isReached, string what)
    {
        var waiting = Stopwatch.GetTimestamp();
        while (true)
        {
            var answer = await QueryAsync();
            if (isReached(answer))
            {
                return answer;
            }

            Assert.True(Stopwatch.GetElapsedTime(waiting) < Hang.Limit, $"{name} is still {answer}, not {what}: {wine.Events}");
        }
    }

    private async Task<ServiceAnswer> QueryAsync()
    {
        var said = (await ToolAsync("sc.exe", "query", name)).Out;
        return new ServiceAnswer(
            State().Match(said).Groups["state"].Value,
            ConvertTo(Code("WIN32_EXIT_CODE").Match(said)),
            ConvertTo(Code("SERVICE_EXIT_CODE").Match(said)));

        static int ConvertTo(Match match) => int.Parse(match.Groups["code"].Value, System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// Runs a tool. It is run again where it failed without a word, as it does when a busy machine keeps the service manager from answering, and where
    /// Wine died of a signal as it started the service.
    /// </summary>
    private async Task<ProgramResult> ToolAsync(string tool, params string[] arguments)
    {
        var result = await wine.Tool(tool, arguments).RunAgainAsync(said => said is { ExitCode: not 0, Out: "", Error: "" } || OwnWine.DiedAtStart(said));
        Assert.True(result.ExitCode == 0, $"{tool} {string.Join(' ', arguments)}: {result}, {wine.Events}");
        return result;
    }

    private static Regex Code(string what) => new($@"\b{what} +: (?<code>\d+)", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

    [GeneratedRegex(@"\bSTATE +: \d+ +(?<state>[A-Z_]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex State();
}
