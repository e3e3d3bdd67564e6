using static TimerProbe.Core.Advice.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>The changes as a script for a POSIX shell with govc. Objects are found by their ids; names are only shown.</summary>
internal sealed class ShellScript(ProposedChanges changes, TextWriter output) : RemediesScript(changes, output)
{
    private protected override void WriteRefusal(string because)
    {
        Output.WriteLine($"echo '{because}' >&2");
        Output.WriteLine("exit 2");
    }

    private protected override void WriteMessage(string message) => Output.WriteLine($"printf '%s\\n' {Words(message)}");

    private protected override void WriteMoves() => WriteMoves(
        "--moves",
        "if [ \"$moves\" = yes ] || [ \"$apply\" != yes ]; then",
        "at_once=",
        "start_wave",
        "wait_running",
        "fi",
        indent: "",
        move =>
        {
            WriteName(move);
            Output.WriteLine(
                $"move_machine {Words(move.Server, move.Id, move.InstanceUuid, move.Name, move.HostId, move.DestinationId, move.Destination)}");
        });

    private protected override void WriteOtherCluster(ProposedMachine machine) => Output.WriteLine(
        $"# To {machine.Destination}: by hand in the vSphere client, or by remedies.ps1 -OtherClusters. Then take its power cycle out below.");

    private protected override void WritePowerCycle(ProposedMachine machine) =>
        Output.WriteLine($"power_cycle_at_restart {Words(machine.Server, machine.Id, machine.InstanceUuid, machine.Name)}");

    private protected override void WriteGroups()
    {
        WriteGroupsTitle("--drs-groups");
        Output.WriteLine("if [ \"$groups\" = yes ]; then");
        Output.WriteLine(":");
        foreach (var group in Changes.Groups)
        {
            Output.WriteLine();
            Output.WriteLine($"# Cluster: {group.Cluster}");
            WriteGroup(group, "hosts", "host", "HostSystem", group.HostIds);
            WriteGroup(group, "VMs", "vm", "VirtualMachine", group.MachineIds);
            if (group.MachineIds.Count > 0)
            {
                Output.WriteLine($"make_rule {Words(group.Server, group.ClusterId, group.Label)}");
            }
        }

        Output.WriteLine("fi");
    }

    private void WriteGroup(ProposedGroup group, string of, string option, string type, IReadOnlyList<string> ids)
    {
        if (ids.Count > 0)
        {
            Output.WriteLine($"make_group {Words(group.Server, group.ClusterId, $"{group.Label} {of}")} -{option} \\");
            Output.WriteLine($"  {Words([.. ids.Select(id => $"{type}:{id}")])}");
        }
    }

    private static string Words(params string[] words) => string.Join(' ', words.Select(Posix));
}
