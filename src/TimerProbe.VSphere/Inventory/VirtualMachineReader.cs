using Paths = TimerProbe.VSphere.Inventory.VirtualMachinePaths;
using ReadMachine = (
    TimerProbe.Core.Facts.VirtualMachineFacts Machine,
    string? Published,
    System.Collections.Generic.IReadOnlyList<(string Path, TimerProbe.VSphere.VSphereFault Fault)> Missing);

namespace TimerProbe.VSphere.Inventory;

internal sealed class VirtualMachineReader(VSphereSession session, InventoryMap map, InventoryProblems problems, Step step)
{
    private readonly VirtualMachineParser _parser = new(map);
    private readonly PropertyReader _reader = new(session, step.Meter);
    private readonly IncompleteObjects _incomplete = new(ProblemSubjectKind.VirtualMachine, Noun.VirtualMachine);
    private readonly List<VirtualMachineFacts> _machines = [];
    private readonly Dictionary<ManagedObjectReference, ReadMachine> _open = [];
    private readonly Dictionary<string, string> _published = [];
    private readonly DateTimeOffset _now = session.Options.TimeProvider.GetUtcNow() + (session.ClockSkew ?? TimeSpan.Zero);
    private int _templates;
    private int _agents;
    private int _frozen;

    public async Task<ChosenMachines> ChooseAsync(ScopeFilter scope, CancellationToken cancellationToken)
    {
        var chosen = new List<ManagedObjectReference>();
        var boots = new List<DateTimeOffset?>();
        await ReadReportingGapsAsync(() => _reader.ReadAllAsync(Paths.Outline, content =>
        {
            step.Advance();
            if (content.Obj.Type == Paths.Type && IsChosen(content, scope))
            {
                chosen.Add(content.Obj);
                if (VirtualMachineParser.IsPoweredOn(content))
                {
                    boots.Add(VirtualMachineParser.GetBootTime(content));
                }
            }
        }, cancellationToken));
        problems.Add(_incomplete.Problems());
        // One that does not report its own may have been powered on at any time.
        var oldest = boots.Contains(null) ? null : boots.Min();
        return new ChosenMachines(chosen, boots.Count > 0, oldest?.Before(HomeFinder.BootTimeSlack));
    }

    public async Task<MachineList> ReadAsync(ChosenMachines? chosen, bool allSettings, CancellationToken cancellationToken)
    {
        var spec = Paths.Full(session.Content.About, allSettings);
        await ReadReportingGapsAsync(() =>
            chosen is null ? _reader.ReadAllAsync(spec, Take, cancellationToken)
                : _reader.ReadObjectsAsync(spec, chosen.Machines, Take, cancellationToken));
        await ReadRemainingAsync(cancellationToken);
        problems.Add(_incomplete.Problems());
        step.WholeSettings = session.PathSupport.IsWhole(Paths.Type, Paths.ExtraConfig);
        return new MachineList(
            [.. _machines.OrderBy(machine => machine.Name, StringComparer.Ordinal).ThenBy(machine => machine.Id, StringComparer.Ordinal)],
            _templates,
            _agents,
            _frozen,
            _published);
    }

    private bool IsChosen(ObjectContent content, ScopeFilter scope)
    {
        var (name, location) = (content.Name, _parser.GetLocation(content));
        if (scope.IsUnknown(location))
        {
            _incomplete.Add(name, "left out by a filter, because the folders above could not be read");
        }

        return scope.Takes(name, location, _parser.GetHost(content)?.Cluster);
    }

    private void Take(ObjectContent content)
    {
        step.Advance();
        if (content.Obj.Type != Paths.Type)
        {
            return;
        }

        if (_parser.IsAgent(content))
        {
            _agents++;
            return;
        }

        if (VirtualMachineParser.IsFrozen(content))
        {
            _frozen++;
            return;
        }

        var machine = _parser.Parse(content);
        var uptime = VirtualMachineParser.GetUptime(content);
        machine = uptime is { } on ? machine with { Power = new PowerHistory { OnSince = _now.Before(on) } } : machine;
        var read = (machine, VirtualMachineParser.GetPublished(content), content.MissingSet);
        if (VirtualMachineParser.IsOpen(content))
        {
            _open[content.Obj] = read;
        }
        else
        {
            Keep(read, rest: null);
        }
    }

    private async Task ReadRemainingAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _reader.ReadObjectsAsync(Paths.Remaining, [.. _open.Keys], rest =>
            {
                if (_open.Remove(rest.Obj, out var read))
                {
                    Keep(read, rest);
                }
            }, cancellationToken);
        }
        catch (VSphereException ex)
        {
            problems.Add(ex.Kind, $"which virtual machines are templates could not be read: {ex.Problem}");
        }

        foreach (var read in _open.Values)
        {
            Keep(read, rest: null);
        }
    }

    private void Keep(ReadMachine read, ObjectContent? rest)
    {
        if (rest is not null && VirtualMachineParser.IsTemplate(rest))
        {
            _templates++;
            return;
        }

        var machine = read.Machine;
        _machines.Add(rest is null ? machine : machine with { BootTime = machine.BootTime ?? VirtualMachineParser.GetBootTime(rest) });
        if (read.Published is { } published)
        {
            _published[machine.Id] = published;
        }

        _incomplete.Add(machine.Name, [.. read.Missing, .. rest?.MissingSet ?? []]);
        if (rest is not null && VirtualMachineParser.IsLost(rest))
        {
            var state = rest.Text(Paths.ConnectionState);
            _incomplete.Add(machine.Name, $"({state}) could not be read in full");
        }
    }

    private async Task ReadReportingGapsAsync(Func<Task<IReadOnlyList<string>>> read)
    {
        try
        {
            var refused = await read();
            problems.Add(refused.Where(Paths.Essential.Contains).Select(path => Problem.Create(
                ProblemCode.PropertyUnknown, $"this server does not know {path} of a virtual machine")));
        }
        catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.IncompleteInventory)
        {
            problems.Add(ex.Problem);
        }
        catch (VSphereException ex) when (_machines.Count > 0 && ex.MayPass)
        {
            problems.Add(ex.Kind, $"not all virtual machines could be read, but {_machines.Count} of them: {ex.Problem}");
        }
    }
}

/// <summary>All machines but templates, by name; how many templates, agents and frozen parents; what guests published, by id.</summary>
internal sealed record MachineList(
    IReadOnlyList<VirtualMachineFacts> Machines, int Templates, int Agents, int Frozen, IReadOnlyDictionary<string, string> Published);

/// <summary>The machines asked for, templates included; whether any needs a home from events, and since when those can matter.</summary>
internal sealed record ChosenMachines(IReadOnlyList<ManagedObjectReference> Machines, bool NeedEvents, DateTimeOffset? Since);
