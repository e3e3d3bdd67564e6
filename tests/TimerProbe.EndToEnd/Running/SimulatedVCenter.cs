namespace TimerProbe.EndToEnd.Running;

/// <summary>A simulated vCenter, and how the program is called for it.</summary>
internal sealed class SimulatedVCenter(VcsimProcess process) : IDisposable
{
    public static string Program { get; } = VcsimProcess.ProgramIn(Repository.Root);

    /// <summary>As it is given to the program: 127.0.0.1 and a port.</summary>
    public string Server => process.Url.Authority;

    public string User => process.User;

    public string Password => process.Password;

    public string Thumbprint => process.Thumbprint;

    public string CaFile => process.CaFile;

    /// <summary>What a scan must find of each machine.</summary>
    public IReadOnlyList<MachineLabel> Labels => MachineLabel.ReadAll(process.LabelFile);

    public static async Task<SimulatedVCenter> StartAsync(params string[] options)
    {
        Needs.SimulatedVCenter();
        return new SimulatedVCenter(await VcsimProcess.StartAsync(Program, options, Cancel));
    }

    public ProgramRun Scan(params IEnumerable<string> options) => TimerProbeProgram.InProcess
        .With("scan", Server, "--user", User, "--ca-file", CaFile).With(options).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", Password);

    public void Dispose() => process.Dispose();
}
