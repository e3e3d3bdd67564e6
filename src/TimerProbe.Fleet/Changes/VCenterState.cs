namespace TimerProbe.Fleet.Changes;

/// <summary>What is remembered of a vCenter between scans.</summary>
internal sealed record VCenterState
{
    /// <summary>The name it was asked by.</summary>
    public required string Server { get; init; }

    /// <summary>When it was looked at.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>
    /// Whether everything was seen: nothing was filtered out, and nothing could not be read but known gaps that are in the list all the
    /// same. Only then is something that is missing gone, and only after such a look is something unknown new.
    /// </summary>
    public required bool IsFull { get; init; }

    /// <summary>Its machines by their managed object ids.</summary>
    public required IReadOnlyDictionary<string, MachineState> Machines { get; init; }

    /// <summary>Its hosts by their managed object ids.</summary>
    public required IReadOnlyDictionary<string, HostState> Hosts { get; init; }

    /// <summary>Whether its hosts scale the TSC, by their managed object ids; not saved.</summary>
    public IReadOnlyDictionary<string, TscScaling> Scaling { get; init; } =
        new Dictionary<string, TscScaling>();

    private static readonly string[] NotOfTheList =
    [
        .. new[]
        {
            ProblemCode.ObjectsIncomplete,
            ProblemCode.EventsUnread,
            ProblemCode.RevertsUnread,
            ProblemCode.PerformanceUnread,
            ProblemCode.ClockApart
        }.Select(code => code.ToDocumentName())
    ];

    internal VCenterState WithVerdictFrom(IReadOnlyDictionary<string, MachineState> earlier) => this with
    {
        Machines = Machines.Values.ToDictionary(
            machine => machine.Id,
            machine => earlier.TryGetValue(machine.Id, out var before) ? machine.WithVerdictFrom(before) : machine,
            StringComparer.Ordinal),
    };

    /// <summary>Whether every machine and host is listed, if not read: what is gone can then be distinguished from a known gap.</summary>
    private static bool ListsAll(VCenterFacts vcenter) =>
        vcenter.IsReadAsExpected && vcenter.ProblemDetails.All(problem => NotOfTheList.Contains(problem.Code));

    /// <summary>What a scan that started at a time and asked for a scope saw of one vCenter.</summary>
    public static VCenterState From(VCenterFacts vcenter, ScanScope scope, DateTimeOffset at) => new()
    {
        Server = vcenter.Server,
        At = at,
        IsFull = ListsAll(vcenter) && scope is { Datacenters: [], Clusters: [], Folders: [], Names: [] },
        Machines = vcenter.VirtualMachines
            .DistinctBy(machine => machine.Id)
            .ToDictionary(machine => machine.Id, MachineState.From),
        Hosts = vcenter.Hosts
            .DistinctBy(host => host.Id)
            .ToDictionary(host => host.Id, HostState.From),
        Scaling = vcenter.Hosts
            .DistinctBy(host => host.Id)
            .ToDictionary(host => host.Id, host => host.TscScaling),
    };
}
