namespace TimerProbe.Fleet.Changes;

/// <summary>What is remembered of a vCenter between scans.</summary>
internal sealed record VCenterState
{
    public required string Server { get; init; }

    public required DateTimeOffset At { get; init; }

    public required bool IsFull { get; init; }

    public required IReadOnlyDictionary<string, SeenMachine> Machines { get; init; }

    public required IReadOnlyDictionary<string, HostState> Hosts { get; init; }

    public IReadOnlyDictionary<string, TscScaling> Scaling { get; init; } =
        new Dictionary<string, TscScaling>();

    private static readonly string[] ProblemsThatDoNotHideObjects =
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

    internal VCenterState WithVerdictFrom(IReadOnlyDictionary<string, SeenMachine> earlier) => this with
    {
        Machines = Machines.Values.ToDictionary(
            machine => machine.Id,
            machine => earlier.TryGetValue(machine.Id, out var before) ? machine.WithVerdictFrom(before) : machine),
    };

    private static bool IsInventoryComplete(VCenterFacts vcenter) =>
        vcenter.IsReadAsExpected && vcenter.ProblemDetails.All(problem => ProblemsThatDoNotHideObjects.Contains(problem.Code));

    public static VCenterState From(VCenterFacts vcenter, ScanScope scope, DateTimeOffset at) => new()
    {
        Server = vcenter.Server,
        At = at,
        IsFull = IsInventoryComplete(vcenter) && scope is { Datacenters: [], Clusters: [], Folders: [], Names: [] },
        Machines = vcenter.VirtualMachines
            .DistinctBy(machine => machine.Id)
            .ToDictionary(machine => machine.Id, SeenMachine.From),
        Hosts = vcenter.Hosts
            .DistinctBy(host => host.Id)
            .ToDictionary(host => host.Id, HostState.From),
        Scaling = vcenter.Hosts
            .DistinctBy(host => host.Id)
            .ToDictionary(host => host.Id, host => host.TscScaling),
    };
}
