namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>A simulated vCenter, and how the client connects to it.</summary>
internal sealed class SimulatedVCenter(VcsimProcess process) : IDisposable
{
    public VSphereServer Server { get; } = VSphereServer.Parse(process.Url.ToString());

    public Task<VSphereSession> ConnectAsync() => VSphereSession.ConnectAsync(
        Server, new(process.User, process.Password), new VSphereOptions { Trust = ServerTrust.IssuedBy(process.CaFile) }, Cancel);

    public static async Task<SimulatedVCenter> StartAsync(params string[] options)
    {
        var program = VcsimProcess.ProgramIn(Repository.Root);
        Requirement.Met(File.Exists(program), "the simulated vCenter is not built: run tests/run");
        return new SimulatedVCenter(await VcsimProcess.StartAsync(program, options, Cancel));
    }

    public void Dispose() => process.Dispose();
}
