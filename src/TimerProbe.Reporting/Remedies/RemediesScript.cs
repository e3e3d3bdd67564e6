using TimerProbe.Core.Documents;
using static TimerProbe.Core.Advice.Remedies.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>
/// A script of the changes that a scan proposes and that are safe to make one after the other, for a person to review. Until it is
/// told to apply them it only says what it would do. It moves machines only when told to by a switch
/// of its own, never powers one off and never touches <c>virtual_rdtsc</c>.
/// </summary>
public static class RemediesScript
{
    /// <summary>The rule whose findings the script is about.</summary>
    public const string Rule = "TP201";

    /// <summary>
    /// Writes the script for VMware PowerCLI, with Windows line ends. Its first character is a byte order mark, for Windows PowerShell 5.1.
    /// </summary>
    public static void PowerShell(ScanDocument document, TextWriter output)
    {
        output.NewLine = "\r\n";
        PowerShellScript.Write(ProposedChanges.From(document), output);
    }

    /// <summary>Writes the script for a POSIX shell and govc.</summary>
    public static void Shell(ScanDocument document, TextWriter output)
    {
        output.NewLine = "\n";
        ShellScript.Write(ProposedChanges.From(document), output);
    }
}

/// <summary>The changes as a PowerCLI script. Names stand in comments only: the script asks vCenter for them by id.</summary>
internal static class PowerShellScript
{
    private const char ByteOrderMark = '\uFEFF';

    public static void Write(ProposedChanges changes, TextWriter output)
    {
        output.Write(ByteOrderMark);
        ScriptTemplate.Write(output, "remedies.ps1", changes.Heading, () => WriteChanges(changes, output));
    }

    private static void WriteChanges(ProposedChanges changes, TextWriter output)
    {
        if (changes.Anonymized)
        {
            output.WriteLine("throw 'This comes from an anonymized scan: its servers are pseudonyms, so it cannot be run.'");
            output.WriteLine();
        }

        output.WriteLine($"Write-Output {PowerShell(changes.Totals)}");
        output.WriteLine();
        output.WriteLine("# 1. With -Moves: vMotion back to a host with the home frequency, one at a time");
        output.WriteLine("if ($Moves -or -not $Apply) {");
        foreach (var move in changes.Moves)
        {
            var machine = move.Machine;
            output.WriteLine();
            output.WriteLine($"    # Name: {machine.Name}");
            output.WriteLine($"    # Evidence: {machine.Evidence}");
            output.WriteLine($"    # To: {move.Destination}");
            output.WriteLine(
                $"    Move-Back -Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)} -InstanceUuid {PowerShell(machine.InstanceUuid)} `");
            output.WriteLine($"        -HostId {PowerShell(move.HostId)} -DestinationId {PowerShell(move.DestinationId)}");
        }

        output.WriteLine("}");
        output.WriteLine();
        output.WriteLine("# 2. Next restart of the guest, of those that have no host to be moved to");
        foreach (var machine in changes.PowerCycles)
        {
            output.WriteLine();
            output.WriteLine($"# Name: {machine.Name}");
            output.WriteLine($"# Evidence: {machine.Evidence}");
            output.WriteLine(
                $"Set-PowerCycleAtRestart -Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)} -InstanceUuid {PowerShell(machine.InstanceUuid)}");
        }

        output.WriteLine();
        output.WriteLine(
            "# 3. With -DrsGroups: the hosts of each frequency of a mixed cluster, and the running virtual machines that belong there");
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

    private static string List(IReadOnlyList<string> ids) => $"@({string.Join(", ", ids.Select(PowerShell))})";
}

/// <summary>The changes as a script for a POSIX shell with govc. Objects are found by their ids; names are only shown.</summary>
internal static class ShellScript
{
    public static void Write(ProposedChanges changes, TextWriter output) =>
        ScriptTemplate.Write(output, "remedies.sh", changes.Heading, () => WriteChanges(changes, output));

    private static void WriteChanges(ProposedChanges changes, TextWriter output)
    {
        if (changes.Anonymized)
        {
            output.WriteLine("echo 'This comes from an anonymized scan: its servers are pseudonyms, so it cannot be run.' >&2");
            output.WriteLine("exit 2");
            output.WriteLine();
        }

        output.WriteLine($"printf '%s\\n' {Words(changes.Totals)}");
        output.WriteLine();
        output.WriteLine("# 1. With --moves: vMotion back to a host with the home frequency, one at a time");
        output.WriteLine("if [ \"$moves\" = yes ] || [ \"$apply\" != yes ]; then");
        output.WriteLine(":");
        foreach (var move in changes.Moves)
        {
            var machine = move.Machine;
            WriteName(machine, output);
            output.WriteLine(
                $"move_back {Words(machine.Server, machine.Id, machine.InstanceUuid, machine.Name, move.HostId, move.DestinationId, move.Destination)}");
        }

        output.WriteLine("fi");
        output.WriteLine();
        output.WriteLine("# 2. Next restart of the guest, of those that have no host to be moved to");
        foreach (var machine in changes.PowerCycles)
        {
            WriteName(machine, output);
            output.WriteLine($"power_cycle_at_restart {Words(machine.Server, machine.Id, machine.InstanceUuid, machine.Name)}");
        }

        output.WriteLine();
        output.WriteLine(
            "# 3. With --drs-groups: the hosts of each frequency of a mixed cluster, and the running virtual machines that belong there");
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

/// <summary>A script of this folder, with marks in the places of what a scan fills in, each a line of its own.</summary>
internal static class ScriptTemplate
{
    private const string HeadingMark = "#@heading";

    private const string ChangesMark = "#@changes";

    /// <summary>Writes the whole script.</summary>
    /// <param name="output">Where to; its newline ends every line.</param>
    /// <param name="name">The name of the file.</param>
    /// <param name="heading">The scan's heading; it becomes a comment.</param>
    /// <param name="writeChanges">Writes the lines of the changes.</param>
    public static void Write(TextWriter output, string name, string heading, Action writeChanges)
    {
        using var resource = typeof(ScriptTemplate).Assembly.GetManifestResourceStream($"remedies/{name}")!;
        using var template = new StreamReader(resource);
        while (template.ReadLine() is { } line)
        {
            switch (line)
            {
                case HeadingMark:
                    output.WriteLine($"# Changes proposed by {heading}.");
                    break;
                case ChangesMark:
                    writeChanges();
                    break;
                default:
                    output.WriteLine(line);
                    break;
            }
        }
    }
}
