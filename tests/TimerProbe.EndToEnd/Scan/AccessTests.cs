namespace TimerProbe.EndToEnd.Scan;

public sealed class AccessTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private readonly SimulatedVCenter _vcenter = fleet.VCenter;

    [Fact]
    public async Task A_password_file_is_read_when_nobody_else_can()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var mine = folder.Write("mine", _vcenter.Password + "\nsecond line\n", UnixFileMode.UserRead);
        var ours = folder.Write("ours", _vcenter.Password, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        var scan = Scan("--user", _vcenter.User, "--ca-file", _vcenter.CaFile).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "wrong-horse");
        var read = await scan.With("--verbose", "--password-file", mine).RunAsync();
        Assert.Equal(5, read.ExitCode);
        Assert.DoesNotContain(_vcenter.Password, read.Out + read.Error, StringComparison.Ordinal);
        await scan.With("--password-file", ours).EndsAsync(2, $"chmod 600 '{ours}'", "");
    }

    [Fact]
    public async Task A_password_comes_from_standard_input()
    {
        var scan = Scan("--user", _vcenter.User, "--ca-file", _vcenter.CaFile, "--password-stdin").WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null);
        Assert.Equal(5, (await (scan with { Input = _vcenter.Password + "\n" }).RunAsync()).ExitCode);
        await scan.EndsAsync(2, "there is no password", "");
    }

    [Fact]
    public async Task One_server_that_fails_leaves_the_report_of_the_others_whole()
    {
        var (result, document) = await Scan("127.0.0.1:1", "--user", _vcenter.User, "--ca-file", _vcenter.CaFile).ToDocumentAsync();
        Assert.Equal([ReadStatus.Partial, ReadStatus.Failed], document.VCenters.Select(vcenter => vcenter.Status));
        Assert.Equal(99, document.VCenters[0].VirtualMachines.Count);
        Assert.Contains("127.0.0.1:1", result.Error, StringComparison.Ordinal);
        Assert.Equal(5, result.ExitCode);
    }

    [Fact]
    public async Task Two_vcenters_with_equal_ids_are_told_apart()
    {
        using var second = await SimulatedVCenter.StartAsync("--instance", "south", "--user", _vcenter.User, "--password", _vcenter.Password);
        var (_, document) = await Scan(
            second.Server, "--user", _vcenter.User, "--thumbprint", $"{_vcenter.Server}={_vcenter.Thumbprint}", "--thumbprint", $"{second.Server}={second.Thumbprint}").ToDocumentAsync();
        Assert.Equal([99, 99], document.VCenters.Select(vcenter => vcenter.VirtualMachines.Count));
        var away = document.Findings.Where(finding => finding.Rule == "TP201").ToList();
        var slow = 2 * _vcenter.Labels.Count(label => label.Rules.Contains("TP201"));
        Assert.Equal(slow, away.Count);
        Assert.Equal(slow, away.DistinctBy(finding => (finding.Subject.Server, finding.Subject.Id)).Count());
    }

    [Fact]
    public async Task One_vcenter_by_two_names_counts_once()
    {
        var (result, document) = await Scan($"localhost:{_vcenter.Server.Split(':')[1]}", "--user", _vcenter.User, "--ca-file", _vcenter.CaFile).ToDocumentAsync();
        Assert.Single(document.VCenters);
        Assert.Contains("is the same vCenter as", result.Error, StringComparison.Ordinal);
        Assert.Equal(new LeftOutServer($"localhost:{_vcenter.Server.Split(':')[1]}", _vcenter.Server), Assert.Single(document.LeftOut!));
    }

    private ProgramRun Scan(params IEnumerable<string> arguments) =>
        TimerProbeProgram.InProcess.With("scan", _vcenter.Server).With(arguments).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", _vcenter.Password);
}
