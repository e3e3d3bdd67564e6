namespace TimerProbe.EndToEnd.Scan;

/// <summary>Logs of machines beside a scan, of machines whose home the scan alone does not know.</summary>
public sealed class VmLogTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Fact]
    public async Task A_log_tells_the_home_that_nothing_else_tells()
    {
        var machine = fleet.Document.VCenters[0].VirtualMachines.First(machine => machine is
        {
            Placement: Placement.Unknown,
            BootTime: not null, HostHz: not null, HomeEvidence: null, FaultTolerance: null, RevertedAt: null
        });
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["one"]);
        var at = machine.BootTime!.Value.AddSeconds(-5);
        folder.Write("one/vmware.log", Log(machine.Uuid!, at, machine.HostHz!.Value.Hertz));
        folder.Write("gone.vmware.log", Log("421e851b-f3a5-53a8-5c18-bead05574aa1", at, 2_000_000_000));
        folder.Write("broken.vmware.log", "{}");

        var (result, document) = await fleet.VCenter.Scan("--vm-logs", folder.Path).ToDocumentAsync();

        var found = document.VCenters[0].VirtualMachines.Single(item => item.Id == machine.Id);
        Assert.Equal((Placement.Away, HomeSource.Log, HomeCertainty.Certain), (found.Placement, found.HomeSource, found.HomeCertainty));
        Assert.Equal(2_000_000_000, found.HomeHz!.Value.Hertz);
        Assert.Contains("broken.vmware.log cannot be read: none of its lines has a known form of vmware.log", result.Error, StringComparison.Ordinal);
        Assert.Contains("1 of the logs belong to no virtual machine, or to several: ", result.Error, StringComparison.Ordinal);
        Assert.Equal(2, (await fleet.VCenter.Scan("--vm-logs", folder["missing"]).RunAsync()).ExitCode);
    }

    private static string Log(string uuid, DateTimeOffset at, long hostHertz) => FormattableString.Invariant($"""
        {at.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss.fff}Z In(05) vmx - DICT --- CONFIGURATION
        {at.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss.fff}Z In(05) vmx - DICT                uuid.bios = "{uuid.Replace("-", "", StringComparison.Ordinal)}"
        {at.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss.fff}Z In(05) vmx - TimeTracker host to guest rate conversion 1 @ {hostHertz}Hz -> 0 @ 2000000000Hz

        """);
}
