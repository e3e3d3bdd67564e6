namespace TimerProbe.EndToEnd.Plans;

/// <summary>Scripts of plans, run as they are by a shell: what they call changes the simulated vCenter through its API, and later scans tell what came of it.</summary>
public sealed class CarriedOutTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.InProcess;

    [Fact]
    public async Task The_moves_of_plan_home_bring_every_machine_home_and_make_none_worse()
    {
        using var vcenter = await StartAsync();
        using var folder = new TemporaryFolder();
        var before = await ScanAsync(vcenter, folder["before.json"]);
        var plan = await PlanAsync("home", folder["before.json"], folder["plan.json"], "--wave", "2", "--remedies", folder["home.sh"]);
        Assert.Equal((6, 6, 3), (plan.Home!.SlowNow, plan.Moves.Count, plan.Home.Waves));

        var dry = await Script(vcenter, folder["home.sh"]).RunAsync();
        Assert.Equal(plan.Moves.Select(move => move.MachineId), Ids(dry.Out, "Would: vMotion of "));
        Assert.All((await ScanAsync(vcenter, folder["still.json"])).Values, machine => Assert.Equal(before[machine.Id].HostId, machine.HostId));

        var run = await Script(vcenter, folder["home.sh"], "--apply", "--moves").SucceedsAsync(error: "");
        Assert.Equal(plan.Moves.Select(move => move.MachineId).Order(StringComparer.Ordinal), Ids(run.Out, "Done: vMotion of ").Order(StringComparer.Ordinal));

        var after = await ScanAsync(vcenter, folder["after.json"]);
        AssertNoneWorse(before, after);
        Assert.All(plan.Moves, move => Assert.Equal((Placement.Home, move.ToId), (after[move.MachineId].Placement, after[move.MachineId].HostId)));
        Assert.Empty((await PlanAsync("home", folder["after.json"], folder["again.json"])).Moves);

        var again = await Script(vcenter, folder["home.sh"], "--apply", "--moves").RunAsync();
        Assert.Equal((0, plan.Moves.Count), (again.ExitCode, Ids(again.Out, "Already: vMotion of ").Count()));
    }

    [Fact]
    public async Task The_moves_of_plan_evacuate_empty_the_host_and_make_no_clock_slower()
    {
        using var vcenter = await StartAsync();
        using var folder = new TemporaryFolder();
        var before = await ScanAsync(vcenter, folder["before.json"]);
        var plan = await PlanAsync("evacuate host-002", folder["before.json"], folder["plan.json"]);
        Assert.NotEmpty(plan.Moves);
        await Program.With("report", "--from", folder["plan.json"], "--remedies", folder["empty.sh"]).RunAsync();
        await Script(vcenter, folder["empty.sh"], "--apply", "--moves").SucceedsAsync(error: "");

        var after = await ScanAsync(vcenter, folder["after.json"]);
        AssertNoneWorse(before, after);
        Assert.DoesNotContain(after.Values, machine => machine.Host == "host-002.lab.example" && machine.PowerState == "poweredOn");
        Assert.All(plan.Moves, move => Assert.Equal(move.ToId, after[move.MachineId].HostId));
    }

    [Fact]
    public async Task The_groups_and_rules_of_plan_rules_are_made_and_a_later_plan_misses_none()
    {
        using var vcenter = await StartAsync();
        using var folder = new TemporaryFolder();
        await ScanAsync(vcenter, folder["before.json"]);
        var plan = await PlanAsync("rules", folder["before.json"], folder["plan.json"], "--remedies", folder["rules.sh"]);
        var cluster = Assert.Single(plan.Rules!);
        Assert.Equal((2, 0), (cluster.Rules.Count, cluster.AlreadyKept));

        await Script(vcenter, folder["rules.sh"], "--apply", "--drs-rules").SucceedsAsync(error: "");
        var after = await ScanAsync(vcenter, folder["after.json"]);
        foreach (var rule in cluster.Rules)
        {
            Assert.All(rule.Machines,
                machine => Assert.Equal(
                    rule.Class.Hosts.Order(StringComparer.Ordinal), after[machine.Id].BoundTo!.Order(StringComparer.Ordinal)));
        }

        Assert.Equal(cluster.Rules.Sum(rule => rule.Machines.Count), after.Values.Count(machine => machine.BoundTo is not null));
        Assert.All(after.Values, machine => Assert.Null(machine.MustRunOn));
        var later = Assert.Single((await PlanAsync("rules", folder["after.json"], folder["later.json"])).Rules!);
        Assert.Empty(later.Rules);
        Assert.Empty(later.Conflicts);
        Assert.Equal(cluster.Rules.Sum(rule => rule.Machines.Count), later.AlreadyKept);

        var again = await Script(vcenter, folder["rules.sh"], "--apply", "--drs-rules").RunAsync();
        Assert.Equal((0, 6), (again.ExitCode, again.Out.Split('\n').Count(line => line.StartsWith("Already: ", StringComparison.Ordinal))));
    }

    /// <summary>Four hosts of two frequencies; of 60 machines 6 are away.</summary>
    private static Task<SimulatedVCenter> StartAsync()
    {
        Needs.Govc();
        return SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "60", "--hosts", "4");
    }

    private static async Task<Dictionary<string, VirtualMachineFacts>> ScanAsync(SimulatedVCenter vcenter, string file)
    {
        await vcenter.Scan("--out", file, "--fail-on", "never").SucceedsAsync();
        return DocumentJson.Read<ScanDocument>(await ReadAsync(file)).VCenters[0].VirtualMachines.ToDictionary(machine => machine.Id);
    }

    private static async Task<PlanDocument> PlanAsync(string plan, string scan, string file, params string[] options)
    {
        var result = await Program.With(["plan", .. plan.Split(' '), "--from", scan, "--out", file, .. options]).RunAsync();
        Assert.Equal((0, ""), (result.ExitCode, result.Out));
        return DocumentJson.Read<PlanDocument>(await ReadAsync(file));
    }

    private static ProgramRun Script(SimulatedVCenter vcenter, string file, params string[] options) => new ProgramRun("sh", [file, .. options])
        .WithEnvironment("PATH", $"{Path.GetDirectoryName(Needs.GovcProgram)}:/usr/bin:/bin")
        .WithEnvironment("GOVC_USERNAME", vcenter.User).WithEnvironment("GOVC_PASSWORD", vcenter.Password).WithEnvironment("GOVC_TLS_CA_CERTS", vcenter.CaFile);

    private static void AssertNoneWorse(Dictionary<string, VirtualMachineFacts> before, Dictionary<string, VirtualMachineFacts> after)
    {
        Assert.Equal(before.Keys.Order(StringComparer.Ordinal), after.Keys.Order(StringComparer.Ordinal));
        Assert.DoesNotContain(after.Values, machine => machine.Placement == Placement.Away && before[machine.Id].Placement != Placement.Away);
        Assert.All(after.Values, machine => Assert.Equal(before[machine.Id].HomeHz, machine.HomeHz));
    }

    private static IEnumerable<string> Ids(string output, string beginning) => output.Split('\n')
        .Where(line => line.StartsWith(beginning, StringComparison.Ordinal))
        .Select(line => line[(line.LastIndexOf('(') + 1)..line.LastIndexOf(" on ", StringComparison.Ordinal)]);

    private static Task<string> ReadAsync(string file) => File.ReadAllTextAsync(file, Cancel);
}
