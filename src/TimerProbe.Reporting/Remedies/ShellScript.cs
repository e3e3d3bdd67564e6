using System.Globalization;
using System.Text;
using static TimerProbe.Core.Advice.Remedies.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>The changes as a script for a POSIX shell with govc. Objects are found by their ids; names are only shown.</summary>
internal static class ShellScript
{
    public static string Write(ProposedChanges changes) => ScriptTemplate.Fill("remedies.sh", changes.Heading, Changes(changes));

    private static string Changes(ProposedChanges changes)
    {
        var script = new StringBuilder();
        if (changes.Anonymized)
        {
            script.Append("echo 'This comes from an anonymized scan: its servers are pseudonyms, so it cannot be run.' >&2\nexit 2\n\n");
        }

        script.Append("# 1. With --moves: vMotion back to a host with the home frequency, one at a time\n");
        script.Append("if [ \"$moves\" = yes ]; then\n:\n");
        foreach (var move in changes.Moves)
        {
            var machine = move.Machine;
            script.Append(CultureInfo.InvariantCulture, $"\n# Name: {machine.Name}\n# Evidence: {machine.Evidence}\n");
            script.Append("move_back ").AppendJoin(' ', new[] { machine.Server, machine.Id, machine.InstanceUuid, machine.Name, move.HostId, move.DestinationId, move.Destination }.Select(Posix)).Append('\n');
        }

        script.Append("fi\n\n# 2. Next restart of the guest\n");
        script.Append(CultureInfo.InvariantCulture, $"# Away from home: {changes.PowerCycles.Count:#,0}. Left out, because they were measured healthy or already have the setting: {changes.LeftOut:#,0}.\n");
        foreach (var machine in changes.PowerCycles)
        {
            script.Append(CultureInfo.InvariantCulture, $"\n# Name: {machine.Name}\n# Evidence: {machine.Evidence}\n");
            script.Append("power_cycle_at_restart ").AppendJoin(' ', new[] { machine.Server, machine.Id, machine.InstanceUuid, machine.Name }.Select(Posix)).Append('\n');
        }

        script.Append("\n# 3. With --drs-groups: the hosts of each frequency of a mixed cluster, and the virtual machines at home there\n");
        script.Append("if [ \"$groups\" = yes ]; then\n:\n");
        foreach (var group in changes.Groups)
        {
            script.Append(CultureInfo.InvariantCulture, $"\n# Cluster: {group.Cluster}\n");
            WriteGroup(script, group, "host", "HostSystem", group.HostIds);
            WriteGroup(script, group, "vm", "VirtualMachine", group.MachineIds);
        }

        return script.Append("fi\n").ToString();
    }

    private static void WriteGroup(StringBuilder script, ProposedGroup group, string option, string type, IReadOnlyList<string> ids)
    {
        if (ids.Count > 0)
        {
            var name = $"{group.Label} {(option == "vm" ? "VMs" : "hosts")}";
            script.Append(CultureInfo.InvariantCulture, $"make_group {Posix(group.Server)} {Posix(group.ClusterId)} {Posix(name)} -{option} \\\n ");
            script.AppendJoin(' ', ids.Select(id => Posix($"{type}:{id}"))).Append('\n');
        }
    }
}
