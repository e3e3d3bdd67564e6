namespace TimerProbe.EndToEnd.Scan;

/// <summary>The script of --remedies, its plain run and the report propose the same for every machine, in the fleets of the lab and in the sample.</summary>
public sealed partial class AgreementTests
{
    private const string Move = "vMotion to a host with its original frequency (no downtime expected)";
    private const string Cycle = "Power-cycle the VM on the class of hosts it will live on (downtime)";

    public static TheoryData<string, string[]> Fleets => new()
    {
        { "labelled", [] },
        { "year", ["--scenario", "year", "--vms", "600", "--seed", "1"] },
        { "sample", [] },
    };

    [Theory]
    [MemberData(nameof(Fleets))]
    public async Task Report_script_and_plain_run_have_the_same_change_for_each_machine_and_what_stops_none_stands_first(string fleet, string[] options)
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var document = await ScannedAsync(fleet, options, folder);
        var report = await FromFile("--remedies", folder["fix.sh"]).RunAsync();
        await FromFile("--remedies", folder["fix.ps1"], "--out", folder["again.txt"]).RunAsync();
        var plain = await new ProgramRun("sh", [folder["fix.sh"]]) { WorkingDirectory = folder.Path }.RunAsync();
        var proposed = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => Proposed(document, machine)))
            .OfType<string>().Order(StringComparer.Ordinal).ToList();

        Assert.NotEmpty(proposed);
        Assert.Equal(proposed, InPlainRun(plain.Out).Order(StringComparer.Ordinal));
        Assert.Equal(proposed, InPowerShell(
            await File.ReadAllTextAsync(folder["fix.ps1"], Cancel), document).Order(StringComparer.Ordinal));
        Assert.Equal(proposed.Count(change => change.Contains(" to ", StringComparison.Ordinal)), Number(report.Out, "vMotion"));
        Assert.Equal(proposed.Count(change => !change.Contains(" to ", StringComparison.Ordinal)), Number(report.Out, "Power-cycle"));
        Assert.Equal(proposed.Count, Number(plain.Out, "to change", before: true));
        await AssertOrderAsync(document, folder);

        ProgramRun FromFile(params IEnumerable<string> more) => TimerProbeProgram.InProcess.With("report", "--from", folder["scan.json"]).With(more);
    }

    /// <summary>Where a remedy has a vMotion, none that stops a machine stands before it.</summary>
    private static async Task AssertOrderAsync(ScanDocument document, TemporaryFolder folder)
    {
        var markdown = (await TimerProbeProgram.InProcess.With("report", "--from", folder["scan.json"], "--output", "markdown").RunAsync()).Out;
        var groups = markdown.Split("\n### TP").Skip(1)
            .Select(section => section.Split('\n').Where(line => line.StartsWith("#### ", StringComparison.Ordinal))
                .Select(line => line.Split(" (for ")[0].Split(" (only for ")[0]).ToList()).Where(remedies => remedies.Count > 0).ToList();

        Assert.True(groups.Count > 1, markdown);
        Assert.All(groups, remedies => AssertOrder(remedies));
        Assert.All(document.Findings, finding => AssertOrder([.. finding.Remedies.Select(remedy => remedy.Action)]));
        Assert.All(
            document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).Where(machine => machine.Destination is not null),
            machine => Assert.True(RankOf(document, machine, Move) < RankOf(document, machine, Cycle), machine.Name));

        static void AssertOrder(List<string> remedies) => Assert.DoesNotContain(
            remedies.SkipWhile(remedy => Remedy.GetRisk(remedy) == RemedyRisk.None), remedy => remedy.Contains("no downtime", StringComparison.Ordinal));
    }

    private static int RankOf(ScanDocument document, VirtualMachineFacts machine, string action) =>
        document.Findings.Single(finding => finding.Rule == "TP201" && finding.Subject.Id == machine.Id)
            .Remedies.Single(remedy => remedy.Action == action).Rank;

    private static async Task<ScanDocument> ScannedAsync(string fleet, string[] options, TemporaryFolder folder)
    {
        if (fleet == "sample")
        {
            File.Copy(Repository.Path("docs", "samples", "scan.json"), folder["scan.json"]);
        }
        else
        {
            using var vcenter = await SimulatedVCenter.StartAsync(options);
            await vcenter.Scan("--output", "json", "--out", folder["scan.json"]).RunAsync();
        }

        return DocumentJson.Read<ScanDocument>(await File.ReadAllTextAsync(folder["scan.json"], Cancel));
    }

    /// <summary>What the report's finding proposes first of what changes a machine; null where it proposes no change now.</summary>
    private static string? Proposed(ScanDocument document, VirtualMachineFacts machine)
    {
        var finding = document.Findings.SingleOrDefault(finding => finding.Rule == "TP201" && finding.Subject.Id == machine.Id);
        return finding?.Remedies.FirstOrDefault(remedy => remedy.Action is Move or Cycle) switch
        {
            { Action: Move } remedy => $"{machine.Id} to {Destination().Match(remedy.Steps.Single(step => step.Tool == "PowerCLI").Text).Groups["host"].Value}",
            { Action: Cycle } when machine.Settings is { VirtualRdtsc: not false, RebootPowerCycle: not true } => machine.Id,
            _ => null,
        };
    }

    private static IEnumerable<string> InPlainRun(string output) =>
        from line in output.Split('\n')
        let would = Would().Match(line)
        where would.Success
        select would.Groups["host"].Success ? $"{would.Groups["id"].Value} to {would.Groups["host"].Value}" : would.Groups["id"].Value;

    private static IEnumerable<string> InPowerShell(string script, ScanDocument document)
    {
        var hosts = document.VCenters.SelectMany(vcenter => vcenter.Hosts).ToDictionary(host => host.Id, host => host.Name);
        return MoveMachine().Matches(script).Select(move => $"{move.Groups["id"].Value} to {hosts[move.Groups["host"].Value]}")
            .Concat(SetPowerCycle().Matches(script).Select(cycle => cycle.Groups["id"].Value));
    }

    private static int Number(string text, string what, bool before = false) =>
        Regex.Match(text, before ? $@"(\d+) {what}" : $@"{what} (\d+) VMs?\b", RegexOptions.None, TimeSpan.FromSeconds(10)) is { Success: true } match
            ? int.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture) : 0;

    [GeneratedRegex(@"Where-Object Name -eq '(?<host>[^']+)'", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Destination();

    [GeneratedRegex(@"^Would: (?:vMotion of|vmx\.reboot\.powerCycle = TRUE on) .* \((?<id>vm-\d+) on [^ ]+\)(?: to (?<host>[^ ]+))?$", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Would();

    [GeneratedRegex(@"\n    Move-Machine -Server '[^']+' -Id '(?<id>[^']+)' -InstanceUuid '[^']*' `\r\n        -HostId '[^']+' -DestinationId '(?<host>[^']+)'\r", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex MoveMachine();

    [GeneratedRegex(@"\n(if \(-not \$OtherClusters\) \{ )?Set-PowerCycleAtRestart -Server '[^']+' -Id '(?<id>[^']+)'", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex SetPowerCycle();
}
