using System.Diagnostics;
using System.Text.Json;

namespace TimerProbe.EndToEnd.Running;

/// <summary>The simulated vCenter of tests/lab/vcsim as a process of its own, until disposed.</summary>
internal sealed class SimulatedVCenter : IDisposable
{
    private readonly Process _process;
    private readonly DirectoryInfo _folder;
    private readonly JsonElement _ready;

    private SimulatedVCenter(Process process, DirectoryInfo folder, JsonElement ready)
    {
        _process = process;
        _folder = folder;
        _ready = ready;
    }

    /// <summary>As it is given to the program: 127.0.0.1 and a port.</summary>
    public string Server => new Uri(_ready.GetProperty("url").GetString()!).Authority;

    public string User => _ready.GetProperty("user").GetString()!;

    public string Password => _ready.GetProperty("password").GetString()!;

    public string Thumbprint => _ready.GetProperty("thumbprintSha256").GetString()!;

    public string CaFile => Path.Combine(_folder.FullName, "ca.pem");

    /// <summary>What a scan must find of each machine.</summary>
    public IReadOnlyList<MachineLabel> Labels => MachineLabel.ReadAll(Path.Combine(_folder.FullName, "labels.json"));

    public static async Task<SimulatedVCenter> StartAsync(params string[] options)
    {
        Needs.SimulatedVCenter();
        var folder = Directory.CreateTempSubdirectory("timerprobe-vcsim-");
        var start = new ProcessStartInfo(
            Program, ["--ca-out", Path.Combine(folder.FullName, "ca.pem"), "--labels-out", Path.Combine(folder.FullName, "labels.json"), .. options])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var process = Process.Start(start)!;
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        var line = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        return new SimulatedVCenter(process, folder, JsonElement.Parse(line!));
    }

    public static string Program => Repository.Path("tests", "lab", "vcsim", "bin", "vcsim");

    /// <summary>A scan of it with the right user, password and authority.</summary>
    public ProgramRun Scan(params IEnumerable<string> options) => TimerProbeProgram.FrameworkDependent
        .With("scan", Server, "--user", User, "--ca-file", CaFile)
        .With(options)
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", Password);

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _process.Dispose();
        _folder.Delete(recursive: true);
    }
}
