namespace TimerProbe.VSphere.Inventory;

/// <summary>
/// Reads what a scan needs from one vCenter or host. Steps run at the same time as far as they do not wait for each other; how
/// many requests are on their way is the session's to limit. What the account may not see, or the server does not report, is a
/// problem of the reading and not its end; only without hosts or machines there is no reading. Progress is how many objects or events a
/// step has read so far; its name is that in <see cref="ScanStep"/>.
/// </summary>
public sealed class InventoryReader(VSphereSession session, InventoryOptions options, IProgress<(string Step, int Count)>? progress = null)
{
    private readonly InventoryProblems _problems = new(session.Named);
    private readonly StepLog _steps = new(session, progress);
    private readonly ScopeFilter _scope = new(options.Scope);

    /// <summary>Reads it; to be called once.</summary>
    /// <exception cref="VSphereException">Hosts, virtual machines, or what a filter needs could not be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled, or hosts or machines were not read by the deadline.</exception>
    public async Task<InventoryReading> ReadAsync(CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, options.Deadline);
        var mapping = new MapReader(session, _scope, _steps, _problems).ReadAsync(ending);
        var choosing = ChooseAsync(mapping, ending.Token);
        var events = ReadEventsAsync(choosing, ending.Token);
        var machines = ReadMachinesAsync(mapping, choosing, ending.Token);
        var pressure = ReadPressureAsync(machines, ending.Token);
        await StepLog.WhenAllAsync(ending, mapping, choosing, events, machines, pressure);
        return Reading(await mapping, await machines, await events, await pressure);
    }

    private async Task<ChosenMachines?> ChooseAsync(Task<InventoryMap> mapping, CancellationToken cancellationToken)
    {
        if (_scope.IsEmpty)
        {
            return null;
        }

        var map = await mapping;
        return await _steps.RunAsync(
            "scope", step => new VirtualMachineReader(session, map, _problems, step).ChooseAsync(_scope, cancellationToken));
    }

    private async Task<MachineList> ReadMachinesAsync(
        Task<InventoryMap> mapping, Task<ChosenMachines?> choosing, CancellationToken cancellationToken)
    {
        var map = await mapping;
        var chosen = await choosing;
        return await _steps.RunAsync(
            "virtualMachines", step => new VirtualMachineReader(session, map, _problems, step).ReadAsync(chosen, options.AllSettings, cancellationToken));
    }

    private async Task<(MachineEvents Events, string? Missing)> ReadEventsAsync(
        Task<ChosenMachines?> choosing, CancellationToken cancellationToken)
    {
        var chosen = await choosing;
        if (chosen is { NeedEvents: false })
        {
            return (new MachineEvents(_ => false), null);
        }

        var wanted = chosen?.Machines.Select(machine => machine.Value).ToHashSet();
        try
        {
            var reader = new MachineEventReader(session, _problems);
            var events = await _steps.RunAsync(
                "events", step => reader.ReadAsync(chosen?.Since, machine => wanted?.Contains(machine) ?? true, step, cancellationToken));
            return (events, null);
        }
        catch (VSphereException ex)
        {
            // The oldest come first: a part of them would show where a machine was, not where it is at home.
            _problems.Add(ProblemCode.EventsUnread, $"events could not be read, so no home is known from them: {ex.Problem}");
            return (new MachineEvents(_ => false), GetMissingReason(ex));
        }
        catch (OperationCanceledException) when (options.Deadline.IsCancellationRequested)
        {
            _problems.Add(ProblemCode.TimeLimit, "events were not read within the time limit, so no home is known from them");
            return (new MachineEvents(_ => false), "events were not read within the time limit");
        }
    }

    private async Task<IReadOnlyDictionary<string, CpuPressureOfMachine>> ReadPressureAsync(
        Task<MachineList> machines, CancellationToken cancellationToken)
    {
        var read = new Dictionary<string, CpuPressureOfMachine>();
        if (!options.Performance)
        {
            return read;
        }

        VirtualMachineFacts[] running = [.. (await machines).Machines.Where(machine => machine.PowerState == "poweredOn")];
        try
        {
            var figures = await _steps.RunAsync("performance", step => new PressureReader(session).ReadAsync(running, step, cancellationToken));
            if (figures.Count == 0 && running.Length > 0)
            {
                _problems.Add(ProblemCode.PerformanceUnread, "the server has performance figures of no virtual machine");
            }

            return figures;
        }
        catch (VSphereException ex)
        {
            _problems.Add(ProblemCode.PerformanceUnread, $"performance could not be read: {ex.Problem}");
            return read;
        }
        catch (OperationCanceledException) when (options.Deadline.IsCancellationRequested)
        {
            _problems.Add(ProblemCode.TimeLimit, "performance was not read within the time limit");
            return read;
        }
    }

    private static string GetMissingReason(VSphereException refused) =>
        refused.Fault is { Type: "NoPermission", PrivilegeId: { } privilege }
            ? $"the account lacks the privilege {privilege}"
            : "the events of its vCenter could not be read";

    private InventoryReading Reading(
        InventoryMap map,
        MachineList list,
        (MachineEvents Events, string? Missing) events,
        IReadOnlyDictionary<string, CpuPressureOfMachine> pressure)
    {
        var listed = map.Hosts.ToLookup(_scope.Takes);
        ClusterFacts[] clusters = [.. map.Clusters.Where(_scope.Takes)];
        _problems.Add(_scope.Unmet(map));
        _problems.Add(session.Refusals);
        if (list is { Machines.Count: 0, Templates: 0 } && !_scope.IsEmpty)
        {
            _problems.Add(ProblemCode.FilterUnmet, "the filters leave no virtual machine");
        }

        var unseen = list.Machines
            .Where(machine => machine.PowerState == "poweredOn" && machine.HostId is not null && map.Host(machine.HostId) is null).ToList();
        if (unseen.Count > 0 && map.Hosts.Count > 0)
        {
            var run = $"{Counted.Of(unseen.Count, Noun.VirtualMachine)} {Counted.Agree(unseen.Count, "runs on a host", "run on hosts")}";
            _problems.Add(ProblemCode.HostsUnseen, $"{run} that the account does not see: {Printable.Names(unseen.Select(machine => machine.Name), unseen.Count)}",
                new(ProblemSubjectKind.VirtualMachine, Printable.Line(unseen[0].Name)));
        }

        var happened = events.Events.Of(list.Machines.Select(machine => machine.Id));
        // A clock that is wrong keeps nothing from being read.
        var status = _problems.Status;
        if (session.ClockSkew is { } skew && ClockSkew.Of(session.Server.ToString(), skew) is { } apart)
        {
            _problems.Add(apart);
        }

        return new InventoryReading
        {
            VCenter = (VCenter() with
            {
                Hosts = [.. listed[true]],
                Clusters = clusters,
                VirtualMachines = pressure.Count == 0
                    ? list.Machines
                    : [.. list.Machines.Select(machine => machine with { Pressure = pressure.GetValueOrDefault(machine.Id) })],
                Templates = list.Templates,
                Agents = list.Agents,
                Frozen = list.Frozen,
                Status = status,
            }).With(_problems.All),
            HostsElsewhere = [.. listed[false]],
            Published = list.Published,
            View = HostView.Of(
                session.Content.About.IsVirtualCenter,
                map.IsComplete,
                map.Hosts.ToDictionary(host => host.Id, host => host.ClusterId),
                map.Members,
                happened.Values.SelectMany(value => value).SelectMany(one => new[] { one.Host, one.Source })
                    .Concat(list.Machines.Select(machine => machine.HostId)).OfType<string>()),
            Events = happened,
            HostNames = events.Events.HostNames,
            EventsSince = events.Events.Since,
            EventsMissing = events.Missing,
            Steps = _steps.Steps,
        };
    }

    private VCenterFacts VCenter()
    {
        var about = session.Content.About;
        return new VCenterFacts
        {
            Server = session.Server.ToString(),
            InstanceUuid = about.InstanceUuid,
            Version = about.Version,
            FullName = about.FullName,
            IsVirtualCenter = about.IsVirtualCenter,
            ClockApartSeconds = session.ClockSkew is { } skew ? ClockSkew.WholeSeconds(skew) : null,
            CertificateVerified = !session.Options.Trust.AcceptsAnything,
            Status = ReadStatus.Complete,
        };
    }
}

/// <summary>What of an inventory is read.</summary>
public sealed record InventoryOptions
{
    /// <summary>Which machines, clusters and hosts; everything by default.</summary>
    public ScanScope Scope { get; init; } = new();

    /// <summary>Whether the CPU pressure of the last five minutes is read too.</summary>
    public bool Performance { get; init; }

    public bool AllSettings { get; init; }

    public CancellationToken Deadline { get; init; }
}
