namespace TimerProbe.Tests.Shared;

/// <summary>The simulated vCenter of tests/lab/vcsim as a process of its own, with a folder for what it writes, until disposed.</summary>
internal sealed class VcsimProcess : IDisposable
{
    private readonly Process _process;
    private readonly DirectoryInfo _folder;

    private VcsimProcess(Process process, DirectoryInfo folder, JsonElement ready)
    {
        _process = process;
        _folder = folder;
        Url = new Uri(ready.GetProperty("url").GetString()!);
        User = ready.GetProperty("user").GetString()!;
        Password = ready.GetProperty("password").GetString()!;
        Thumbprint = ready.GetProperty("thumbprintSha256").GetString()!;
    }

    public Uri Url { get; }

    public string User { get; }

    public string Password { get; }

    public string Thumbprint { get; }

    public int ProcessId => _process.Id;

    public string CaFile => Path.Combine(_folder.FullName, "ca.pem");

    public string LabelFile => Path.Combine(_folder.FullName, "labels.json");

    /// <summary>Where it lies in a checkout, built or not.</summary>
    public static string ProgramIn(string root) => Path.Combine(root, "tests", "lab", "vcsim", "bin", "vcsim");

    public static async Task<VcsimProcess> StartAsync(string program, IEnumerable<string> options, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("timerprobe-vcsim-");
        var start = new ProcessStartInfo(
            program, ["--ca-out", Path.Combine(folder.FullName, "ca.pem"), "--labels-out", Path.Combine(folder.FullName, "labels.json"), .. options])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var process = Process.Start(start)!;
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        var line = await process.StandardOutput.ReadLineAsync(cancellationToken);
        return new VcsimProcess(process, folder, JsonElement.Parse(line!));
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
        _folder.Delete(recursive: true);
    }
}
