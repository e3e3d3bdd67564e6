using static TimerProbe.Core.Advice.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>The changes as a PowerCLI script. Names are in comments only: the script asks vCenter for them by id.</summary>
internal static class PowerShellScript
{
    private const char ByteOrderMark = '\uFEFF';

    public static void Write(ProposedChanges changes, TextWriter output)
    {
        output.NewLine = "\r\n";
        output.Write(ByteOrderMark);
        ScriptTemplate.Write(output, "remedies.ps1", changes, () => WriteChanges(changes, output));
    }

    private static void WriteChanges(ProposedChanges changes, TextWriter output)
    {
        if (changes.Anonymized)
        {
            output.WriteLine($"throw '{ScriptTemplate.Anonymized(changes)}'");
            output.WriteLine();
        }

        output.WriteLine($"Write-Output {PowerShell(changes.Totals)}");
        if (changes.By != ProposedBy.Rules)
        {
            WriteMoves(changes, output);
        }

        if (changes.By == ProposedBy.Report)
        {
            WritePowerCycles(changes, output);
        }

        if (changes.By != ProposedBy.Moves)
        {
            WriteGroups(changes, output);
        }
    }

    private static void WriteMoves(ProposedChanges changes, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine(ScriptTemplate.MovesTitle(changes, "-Moves"));
        output.WriteLine("if ($Moves -or -not $Apply) {");
        output.WriteLine($"    $script:atOnce = {ScriptTemplate.Number(changes.AtOnce)}");
        var wave = 0;
        foreach (var move in changes.Moves)
        {
            if (move.Wave > wave)
            {
                wave = move.Wave;
                output.WriteLine();
                output.WriteLine($"    # Wave {ScriptTemplate.Number(wave)}");
                output.WriteLine("    Start-Wave");
            }

            var machine = move.Machine;
            output.WriteLine();
            output.WriteLine($"    # Name: {machine.Name}");
            output.WriteLine($"    # Evidence: {machine.Evidence}");
            output.WriteLine($"    # To: {move.Destination}");
            output.WriteLine($"    Move-Machine {Words(machine)} `");
            output.WriteLine($"        -HostId {PowerShell(move.HostId)} -DestinationId {PowerShell(move.DestinationId)}");
        }

        output.WriteLine();
        output.WriteLine("    Wait-Running");
        output.WriteLine("}");
    }

    private static void WritePowerCycles(ProposedChanges changes, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine("# 2. Next restart of the guest, of those that have no host to be moved to");
        foreach (var machine in changes.PowerCycles)
        {
            output.WriteLine();
            output.WriteLine($"# Name: {machine.Name}");
            output.WriteLine($"# Evidence: {machine.Evidence}");
            output.WriteLine($"Set-PowerCycleAtRestart {Words(machine)}");
        }
    }

    private static void WriteGroups(ProposedChanges changes, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine(ScriptTemplate.GroupsTitle(changes, "-DrsGroups"));
        output.WriteLine("if ($DrsGroups -or $DrsRules) {");
        foreach (var group in changes.Groups)
        {
            output.WriteLine();
            output.WriteLine($"    # Cluster: {group.Cluster}");
            output.WriteLine(
                $"    New-FrequencyGroup -Server {PowerShell(group.Server)} -ClusterId {PowerShell(group.ClusterId)} -Label {PowerShell(group.Label)} `");
            output.WriteLine($"        -HostId {List(group.HostIds)} `");
            output.WriteLine($"        -MachineId {List(group.MachineIds)}");
        }

        output.WriteLine("}");
    }

    private static string Words(ProposedPowerCycle machine) =>
        $"-Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)} -InstanceUuid {PowerShell(machine.InstanceUuid)}";

    private static string List(IReadOnlyList<string> ids) => $"@({string.Join(", ", ids.Select(PowerShell))})";
}
