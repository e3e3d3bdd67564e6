using GuestCandidate = (int VCenter, string Id);

namespace TimerProbe.Core.Placement;

/// <summary>Firmware, systems and vCenter disagree about the byte order of the first three groups (little endian by SMBIOS 2.6).</summary>
public static class GuestUuid
{
    /// <summary>In lower case with dashes; null when the text is no UUID, or one that firmware leaves unset (all 0 or all F).</summary>
    public static string? Normal(string? text) => Parse(text)?.ToString();

    /// <summary>The same UUID in the other byte order; null as for <see cref="Normal"/>.</summary>
    public static string? Swapped(string? text) =>
        Parse(text) is { } uuid ? new Guid(uuid.ToByteArray(), bigEndian: true).ToString() : null;

    private static Guid? Parse(string? text) =>
        Guid.TryParse(text, out var uuid) && uuid != Guid.Empty && uuid != Guid.AllBitsSet ? uuid : null;
}

/// <summary>The machines of a fleet by what a guest may know of them.</summary>
internal sealed class GuestCandidates
{
    public const string ByMachine = "machine";
    public const string ByUuid = "uuid";
    public const string ByName = "name";

    private readonly ILookup<string, (GuestCandidate Candidate, VirtualMachineFacts Machine)> _byUuid;
    private readonly ILookup<string, (GuestCandidate Candidate, VirtualMachineFacts Machine)> _byName;

    public GuestCandidates(IReadOnlyList<VCenterFacts> vcenters)
    {
        // The secondary of a fault tolerance pair has its primary's UUID and name; its guest does not run on its own.
        List<(GuestCandidate Candidate, VirtualMachineFacts Machine)> all =
        [
            .. vcenters.SelectMany((vcenter, index) => vcenter.VirtualMachines.Where(machine => !machine.IsSecondary)
                .Select(machine => ((index, machine.Id), machine))),
        ];
        _byUuid = all.Where(item => GuestUuid.Normal(item.Machine.Uuid) is not null).ToLookup(item => GuestUuid.Normal(item.Machine.Uuid)!);
        _byName = all.SelectMany(item => Names(item.Machine).Select(name => (Name: name, Value: item)))
            .ToLookup(named => named.Name, named => named.Value, StringComparer.OrdinalIgnoreCase);
    }

    public (GuestCandidate? Candidate, string By, Problem? Why) Find(GuestResult result)
    {
        var byUuid = OfUuid(result.SmbiosUuid);
        var byName = _byName[result.Name].Concat(_byName[Short(result.Name)]).DistinctBy(item => item.Candidate).ToList();
        if (byUuid.Count > 1)
        {
            // Clones may share a UUID, and one machine may be seen by two servers: the name may distinguish them.
            var alike = byUuid.IntersectBy(byName.Select(item => item.Candidate), item => item.Candidate).ToList();
            byUuid = alike.Count == 1 ? alike : byUuid;
        }

        return (byUuid, byName) switch
        {
            ([var one], _) => (one.Candidate, ByUuid, null),
            ([_, _, ..], _) => (null, "", Because($"{byUuid.Count} virtual machines have its UUID: {List(byUuid)}")),
            ([], _) when result.IsStored && GuestUuid.Normal(result.SmbiosUuid) is not null =>
                (null, "", Because("no virtual machine has its UUID")),
            ([], [var one]) => (one.Candidate, ByName, null),
            ([], [_, _, ..]) => (null, "", Because($"no virtual machine has its UUID, and {byName.Count} have its name: {List(byName)}")),
            _ => (null, "", Because("no virtual machine has its UUID or its name")),
        };
    }

    private static IEnumerable<string> Names(VirtualMachineFacts machine) =>
        new[] { machine.Name, machine.GuestHostName, machine.GuestHostName is { } full ? Short(full) : null }
            .OfType<string>().Where(name => name.Length > 0).Distinct(StringComparer.OrdinalIgnoreCase);

    private static string Short(string name) => name.Split('.')[0];

    private static Problem Because(string why) => Problem.Create(ProblemCode.ResultUnmatched, why);

    private static string List(List<(GuestCandidate Candidate, VirtualMachineFacts Machine)> machines) =>
        Problem.Names(machines.Select(machine => machine.Machine.Name), machines.Count);

    private List<(GuestCandidate Candidate, VirtualMachineFacts Machine)> OfUuid(string? uuid)
    {
        var normal = GuestUuid.Normal(uuid);
        var swapped = GuestUuid.Swapped(uuid);
        return normal is null ? [] : [.. _byUuid[normal].Concat(_byUuid[swapped!]).DistinctBy(item => item.Candidate)];
    }
}
