using System.Diagnostics;
using System.Text.Json;

namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>The simulated vCenter of tests/lab/vcsim as a process of its own, until disposed.</summary>
internal sealed class SimulatedVCenter : IDisposable
{
    private readonly Process _process;
    private readonly string _folder;

    private SimulatedVCenter(Process process, string folder, JsonElement ready)
    {
        _process = process;
        _folder = folder;
        Server = VSphereServer.Parse(ready.GetProperty("url").GetString()!);
        Credential = new VSphereCredential(ready.GetProperty("user").GetString()!, ready.GetProperty("password").GetString()!);
        Trust = ServerTrust.IssuedBy(Path.Combine(folder, "ca.pem"));
        Thumbprint = ready.GetProperty("thumbprintSha256").GetString()!;
    }

    public VSphereServer Server { get; }

    public VSphereCredential Credential { get; }

    public ServerTrust Trust { get; }

    public string Thumbprint { get; }

    /// <summary>What is expected of each machine; none in the scale scenario.</summary>
    public IReadOnlyList<Label> Labels => Label.Read(Path.Combine(_folder, "labels.json"));

    public Task<VSphereSession> ConnectAsync() =>
        VSphereSession.ConnectAsync(Server, Credential, new VSphereOptions { Trust = Trust }, TestContext.Current.CancellationToken);

    /// <summary>Starts it; skips the test where it is not built, except in CI.</summary>
    public static async Task<SimulatedVCenter> StartAsync(params string[] options)
    {
        var program = Path.Combine(Root(), "tests", "lab", "vcsim", "bin", "vcsim");
        if (!File.Exists(program))
        {
            Assert.SkipUnless(Environment.GetEnvironmentVariable("CI") == "true", "the simulated vCenter is not built: run tests/run");
            Assert.Fail("Not skipped in CI: the simulated vCenter is not built");
        }

        var folder = Directory.CreateTempSubdirectory("timerprobe-vcsim-").FullName;
        var start = new ProcessStartInfo(program, ["--ca-out", Path.Combine(folder, "ca.pem"), "--labels-out", Path.Combine(folder, "labels.json"), .. options])
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

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder!.FullName, "TimerProbe.sln")))
        {
            folder = folder.Parent;
        }

        return folder.FullName;
    }
}
