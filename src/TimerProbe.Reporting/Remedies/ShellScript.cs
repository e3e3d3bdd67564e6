using static TimerProbe.Core.Advice.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

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
