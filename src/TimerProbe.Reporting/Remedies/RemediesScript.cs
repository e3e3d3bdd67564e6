using static TimerProbe.Core.Advice.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>
/// A script of the changes that a scan or a plan proposes and that are safe to make one after the other, for a person to review. Until it
/// is told to apply them it only says what it would do. It moves machines only when told to by a switch of its own, never powers one off
/// and never touches <c>virtual_rdtsc</c>.
/// </summary>
public static class RemediesScript
{
    /// <summary>The rule whose findings the script is about.</summary>
    public const string Rule = "TP201";

    /// <summary>Writes the script for VMware PowerCLI, with Windows line ends.</summary>
    /// <exception cref="ArgumentException">The document proposes nothing that a script can do.</exception>
    public static void PowerShell(object document, TextWriter output) => PowerShellScript.Write(ProposedChanges.From(document), output);

    /// <summary>Writes the script for a POSIX shell and govc.</summary>
    /// <inheritdoc cref="PowerShell"/>
    public static void Shell(object document, TextWriter output) => ShellScript.Write(ProposedChanges.From(document), output);

    /// <summary>Whether a document proposes what a script can do: a scan does, and a plan of moves or of rules.</summary>
    public static bool IsFor(object document) =>
        document is ScanDocument or PlanDocument { Kind: PlanKind.Evacuate or PlanKind.Home or PlanKind.Rules };
}

/// <summary>The changes as a PowerCLI script. Names are in comments only: the script asks vCenter for them by id.</summary>
internal static class PowerShellScript
{
    /// <summary>Without it Windows PowerShell 5.1 reads the file in its code page.</summary>
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

/// <summary>The changes as a script for a POSIX shell with govc. Objects are found by their ids; names are only shown.</summary>
internal static class ShellScript
{
    public static void Write(ProposedChanges changes, TextWriter output)
    {
        output.NewLine = "\n";
        ScriptTemplate.Write(output, "remedies.sh", changes, () => WriteChanges(changes, output));
    }

    private static void WriteChanges(ProposedChanges changes, TextWriter output)
    {
        if (changes.Anonymized)
        {
            output.WriteLine($"echo '{ScriptTemplate.Anonymized(changes)}' >&2");
            output.WriteLine("exit 2");
            output.WriteLine();
        }

        output.WriteLine($"printf '%s\\n' {Words(changes.Totals)}");
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
        output.WriteLine(ScriptTemplate.MovesTitle(changes, "--moves"));
        output.WriteLine("if [ \"$moves\" = yes ] || [ \"$apply\" != yes ]; then");
        output.WriteLine($"at_once={ScriptTemplate.Number(changes.AtOnce)}");
        var wave = 0;
        foreach (var move in changes.Moves)
        {
            if (move.Wave > wave)
            {
                wave = move.Wave;
                output.WriteLine();
                output.WriteLine($"# Wave {ScriptTemplate.Number(wave)}");
                output.WriteLine("start_wave");
            }

            var machine = move.Machine;
            WriteName(machine, output);
            output.WriteLine(
                $"move_machine {Words(machine.Server, machine.Id, machine.InstanceUuid, machine.Name, move.HostId, move.DestinationId, move.Destination)}");
        }

        output.WriteLine();
        output.WriteLine("wait_running");
        output.WriteLine("fi");
    }

    private static void WritePowerCycles(ProposedChanges changes, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine("# 2. Next restart of the guest, of those that have no host to be moved to");
        foreach (var machine in changes.PowerCycles)
        {
            WriteName(machine, output);
            output.WriteLine($"power_cycle_at_restart {Words(machine.Server, machine.Id, machine.InstanceUuid, machine.Name)}");
        }
    }

    private static void WriteGroups(ProposedChanges changes, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine(ScriptTemplate.GroupsTitle(changes, "--drs-groups"));
        output.WriteLine("if [ \"$groups\" = yes ]; then");
        output.WriteLine(":");
        foreach (var group in changes.Groups)
        {
            output.WriteLine();
            output.WriteLine($"# Cluster: {group.Cluster}");
            WriteGroup(output, group, "host", "HostSystem", group.HostIds);
            WriteGroup(output, group, "vm", "VirtualMachine", group.MachineIds);
            if (group.MachineIds.Count > 0)
            {
                output.WriteLine($"make_rule {Words(group.Server, group.ClusterId, group.Label)}");
            }
        }

        output.WriteLine("fi");
    }

    private static void WriteName(ProposedPowerCycle machine, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine($"# Name: {machine.Name}");
        output.WriteLine($"# Evidence: {machine.Evidence}");
    }

    private static void WriteGroup(TextWriter output, ProposedGroup group, string option, string type, IReadOnlyList<string> ids)
    {
        if (ids.Count > 0)
        {
            var name = $"{group.Label} {(option == "vm" ? "VMs" : "hosts")}";
            output.WriteLine($"make_group {Words(group.Server, group.ClusterId, name)} -{option} \\");
            output.WriteLine($"  {Words([.. ids.Select(id => $"{type}:{id}")])}");
        }
    }

    private static string Words(params string[] words) => string.Join(' ', words.Select(Posix));
}
