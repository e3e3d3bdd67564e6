namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>A simulated vCenter, and how the client connects to it.</summary>
internal sealed class SimulatedVCenter(VcsimProcess process) : IDisposable
{
    public VSphereServer Server { get; } = VSphereServer.Parse(process.Url.ToString());

    public Login Credential { get; } = new(process.User, process.Password);

    public ServerTrust Trust { get; } = ServerTrust.IssuedBy(process.CaFile);

    /// <summary>What is expected of each machine; none in the scale scenario.</summary>
    public IReadOnlyList<Label> Labels => Label.Read(process.LabelFile);

    public Task<VSphereSession> ConnectAsync() =>
        VSphereSession.ConnectAsync(Server, Credential, new VSphereOptions { Trust = Trust }, Cancel);

    /// <summary>Starts it; skips the test where it is not built, except in CI.</summary>
    public static async Task<SimulatedVCenter> StartAsync(params string[] options)
    {
        var program = VcsimProcess.ProgramIn(Repository.Root);
        if (!File.Exists(program))
        {
            Assert.SkipUnless(Environment.GetEnvironmentVariable("CI") == "true", "the simulated vCenter is not built: run tests/run");
            Assert.Fail("Not skipped in CI: the simulated vCenter is not built");
        }

        return new SimulatedVCenter(await VcsimProcess.StartAsync(program, options, Cancel));
    }

    public void Dispose() => process.Dispose();
}
