namespace TimerProbe.EndToEnd.PowerShell;

/// <summary>clock-probe.ps1 over clocks of known cost, and its C# as a program for Windows.</summary>
public sealed class ProbeTests
{
    private static readonly string Script = Repository.Path("src", "TimerProbe.PowerShell", "Probe", "clock-probe.ps1");

    private static readonly (int Cost, int Hogs)[] Cells = [(0, 0), (0, 8), (400, 0), (400, 8), (1200, 0), (1200, 8), (3000, 0), (3000, 8)];

    /// <summary>
    /// By tests/matrix probe, which sets TIMERPROBE_MATRIX_PROBE to the number of runs a cell: a table in artifacts/matrix-probe.txt. Wrong is
    /// any other state than that of the cost and unclear.
    /// </summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task No_state_of_a_clock_of_known_cost_is_wrong()
    {
        var runs = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_PROBE") ?? "0", CultureInfo.InvariantCulture);
        Assert.SkipWhen(runs == 0, "TIMERPROBE_MATRIX_PROBE names no number of runs: run tests/matrix probe");
        var table = new StringBuilder("extra ns  hogs  right  unclear  wrong\n");
        var wrong = 0;
        foreach (var (cost, hogs) in Cells)
        {
            using var busy = BusyProcesses.Start(hogs);
            var states = new List<string>();
            for (var run = 0; run < runs; run++)
            {
                states.Add(await StateAsync(cost));
            }

            var right = cost switch { 0 => "healthy", 400 => "suspicious", _ => "slow" };
            var unclear = states.Count(state => state == "unclear");
            var amiss = states.Count(state => state != right && state != "unclear");
            wrong += amiss;
            table.Append(CultureInfo.InvariantCulture, $"{cost,8}  {hogs,4}  {runs - unclear - amiss,5}  {unclear,7}  {amiss,5}\n");
        }

        await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-probe.txt"), table.ToString(), Cancel);
        Assert.True(wrong == 0, table.ToString());
    }

    /// <summary>As the compiler of Windows PowerShell 5.1 knows it, C# 5; the functions are those of Windows, by Wine.</summary>
    [Theory]
    [Trait("Run", "all")]
    [InlineData(0, ClockState.Healthy, ClockState.Check)]
    [InlineData(3000, ClockState.Slow, ClockState.Slow)]
    public async Task Its_source_is_of_CSharp_5_and_measures_the_clock_of_Windows(int cost, ClockState state, ClockState orState)
    {
        Needs.WinePrefix();
        using var folder = new TemporaryFolder();
        var script = await File.ReadAllTextAsync(Script, Cancel);
        await File.WriteAllTextAsync(folder["Probe.cs"], script.Split("@'\n")[1].Split("\n'@")[0], Cancel);
        await File.WriteAllTextAsync(folder["Program.cs"],
            "public static class Program { public static void Main() { System.Console.WriteLine(System.Math.Round(TimerProbeClock.Measure(true)[0][4])); } }", Cancel);
        await File.WriteAllTextAsync(folder["probe.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <LangVersion>5</LangVersion>
                <GenerateAssemblyInfo>false</GenerateAssemblyInfo>
                <GenerateTargetFrameworkAttribute>false</GenerateTargetFrameworkAttribute>
                <RuntimeIdentifier>win-x64</RuntimeIdentifier>
                <SelfContained>true</SelfContained>
              </PropertyGroup>
            </Project>
            """, Cancel);
        await new ProgramRun("dotnet", ["publish", folder["probe.csproj"], "-c", "Release", "-o", folder["out"], "--tl:off"]).SucceedsAsync();
        var program = (TimerProbeProgram.UnderWine with { Arguments = [Path.Combine(folder["out"], "probe.exe")] })
            .WithClocks($"precise={cost} counter={cost}");
        var result = await program.RunAsync();
        var measured = double.Parse(result.Out.Trim(), CultureInfo.InvariantCulture);
        Assert.InRange(VerdictTable.Band(new Duration(measured)), state, orState);
    }

    private static async Task<string> StateAsync(int cost)
    {
        var result = await PesterRun.PowerShell("-File", Script, "-Json").WithClocks($"precise={cost} counter={cost}").RunAsync();
        using var json = JsonDocument.Parse(result.Out);
        return json.RootElement.GetProperty("state").GetString()!;
    }
}
