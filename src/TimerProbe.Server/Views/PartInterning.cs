using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace TimerProbe.Server.Views;

/// <summary>Keeps one of each that is equal: a document names the same host, rule, reason and remedy thousands of times.</summary>
internal sealed class PartInterning
{
    private readonly HashSet<object> _parts = [];
    private readonly Dictionary<string, string> _none = [];
    private readonly HashSet<object[]> _lists = new(EqualityComparer<object[]>.Create(AreSame, GetHash));

    [return: NotNullIfNotNull(nameof(part))]
    public T? Intern<T>(T? part)
        where T : class
    {
        if (part is null || _parts.Add(part))
        {
            return part;
        }

        _parts.TryGetValue(part, out var known);
        return (T)known!;
    }

    public IReadOnlyList<T> Intern<T>(IEnumerable<T> parts)
        where T : class
    {
        T[] list = [.. parts.Select(part => Intern<T>(part))];
        if (_lists.Add(list))
        {
            return list;
        }

        _lists.TryGetValue(list, out var known);
        return (T[])known!;
    }

    public VCenterFacts Share(VCenterFacts vcenter) => vcenter with
    {
        Server = Intern(vcenter.Server),
        VirtualMachines = [.. vcenter.VirtualMachines.Select(Share)],
    };

    private VirtualMachineFacts Share(VirtualMachineFacts machine) => machine with
    {
        Name = Intern(machine.Name),
        Id = Intern(machine.Id),
        Uuid = null,
        InstanceUuid = null,
        Datacenter = null,
        Folder = null,
        Cluster = Intern(machine.Cluster),
        ClusterId = Intern(machine.ClusterId),
        PowerState = Intern(machine.PowerState),
        Host = Intern(machine.Host),
        HostId = Intern(machine.HostId),
        HomeHost = Intern(machine.HomeHost),
        HomeEvidence = null,
        UnknownReason = Intern(machine.UnknownReason),
        HarmlessHosts = Intern<string>(machine.HarmlessHosts),
        HostsElsewhere = machine.HostsElsewhere is { } elsewhere ? Intern<string>(elsewhere) : null,
        Destination = Intern(machine.Destination),
        Moves = null,
        Drs = Intern(machine.Drs),
        BoundTo = machine.BoundTo is { } bound ? Intern<string>(bound) : null,
        MustRunOn = machine.MustRunOn is { } must ? Intern<string>(must) : null,
        GuestId = null,
        GuestHostName = null,
        Settings = Share(machine.Settings),
    };

    private VirtualMachineSettings Share(VirtualMachineSettings settings) => settings with
    {
        HardwareVersion = Intern(settings.HardwareVersion),
        LatencySensitivity = Intern(settings.LatencySensitivity),
        Other = settings.Other.Count == 0 ? _none : settings.Other,
    } is var shared && shared.Other.Count == 0 ? Intern(shared) : shared;

    private static bool AreSame(object[]? one, object[]? other) =>
        one!.GetType() == other!.GetType() && new ReadOnlySpan<object>(one).SequenceEqual(other, ReferenceEqualityComparer.Instance);

    private static int GetHash(object[] list)
    {
        var hash = new HashCode();
        foreach (var part in list)
        {
            hash.Add(RuntimeHelpers.GetHashCode(part));
        }

        return hash.ToHashCode();
    }
}
