namespace TimerProbe.Reporting.Remedies;

/// <summary>The changes as a PowerCLI script. Names are in comments only: the script asks vCenter for them by id.</summary>
internal sealed class PowerShellScript(ProposedChanges changes, TextWriter output) : RemediesScript(changes, output)
{
    private protected override void WriteRefusal(string because) => Output.WriteLine($"throw '{because}'");

    private protected override void WriteMessage(string message) => Output.WriteLine($"Write-Output {Quoted(message)}");

    private protected override void WriteMoves() => WriteMoves(
        "-Moves", "if ($Moves -or -not $Apply) {", "$script:atOnce = ", "Start-Wave", "Wait-Running", "}", "    ", WriteMove);

    private protected override void WriteOtherCluster(ProposedMachine machine)
    {
        Output.WriteLine("if ($OtherClusters) {");
        WriteMove(machine, " -CheckAttached");
        Output.WriteLine("}");
    }

    private protected override void WritePowerCycle(ProposedMachine machine)
    {
        var (before, after) = machine.DestinationId.Length > 0 ? ("if (-not $OtherClusters) { ", " }") : ("", "");
        Output.WriteLine($"{before}Set-PowerCycleAtRestart {Words(machine)}{after}");
    }

    private protected override void WriteGroups()
    {
        WriteGroupsTitle("-DrsGroups");
        Output.WriteLine("if ($DrsGroups -or $DrsRules) {");
        foreach (var group in Changes.Groups)
        {
            Output.WriteLine();
            Output.WriteLine($"    # Cluster: {group.Cluster}");
            Output.WriteLine(
                $"    New-FrequencyGroup -Server {Quoted(group.Server)} -ClusterId {Quoted(group.ClusterId)} -Label {Quoted(group.Label)} `");
            Output.WriteLine($"        -HostId {List(group.HostIds)} `");
            Output.WriteLine($"        -MachineId {List(group.MachineIds)}");
        }

        Output.WriteLine("}");
    }

    private void WriteMove(ProposedMachine move)
    {
        WriteName(move, indent: "    ");
        WriteMove(move, "");
    }

    private void WriteMove(ProposedMachine move, string checks)
    {
        Output.WriteLine($"    # To: {move.Destination}");
        Output.WriteLine($"    Move-Machine {Words(move)} `");
        Output.WriteLine($"        -HostId {Quoted(move.HostId)} -DestinationId {Quoted(move.DestinationId)}{checks}");
    }

    private static string Quoted(string text) => ShellQuoting.PowerShell(text);

    private static string Words(ProposedMachine machine) =>
        $"-Server {Quoted(machine.Server)} -Id {Quoted(machine.Id)} -InstanceUuid {Quoted(machine.InstanceUuid)}";

    private static string List(IReadOnlyList<string> ids) => $"@({string.Join(", ", ids.Select(Quoted))})";
}
