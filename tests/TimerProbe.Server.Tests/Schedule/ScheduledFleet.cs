namespace TimerProbe.Server.Tests.Schedule;

/// <summary>Simulated vCenters, and nodes that scan them into one store, until disposed.</summary>
internal sealed class ScheduledFleet : IAsyncDisposable
{
    private readonly List<VcsimProcess> _vcenters = [];
    private readonly List<ServerNode> _nodes = [];

    private ScheduledFleet(TestStore place) => Place = place;

    /// <summary>How often each is scanned.</summary>
    public string Schedule { get; set; } = "0/10 * * * * ?";

    /// <summary>What stands in the configuration besides.</summary>
    public List<string> Others { get; } = [];

    public TestStore Place { get; }

    public IReadOnlyList<VcsimProcess> VCenters => _vcenters;

    public static async Task<ScheduledFleet> StartAsync(Engine engine, int vcenters, int machines = 20) =>
        await StartAsync(await TestStore.NewAsync(engine), vcenters, machines);

    /// <summary>The same on a store that is disposed of with it.</summary>
    public static async Task<ScheduledFleet> StartAsync(TestStore place, int vcenters, int machines = 20)
    {
        var program = VcsimProcess.ProgramIn(Repository.Root);
        Requirement.Met(File.Exists(program), "the simulated vCenter is not built: make -C tests/lab/vcsim");
        var fleet = new ScheduledFleet(place);
        for (var i = 0; i < vcenters; i++)
        {
            fleet._vcenters.Add(await VcsimProcess.StartAsync(program, ["--scenario", "scale", "--vms", $"{machines}", "--hosts", "2", "--instance", $"vc{i}"], Cancel));
            SecretFile.Write(place[$"{i}.password"], fleet._vcenters[i].Password);
        }

        return fleet;
    }

    public string GetFile(string node) => Place[$"{node}.json"];

    /// <summary>Writes the configuration of a node, in place of the one before, as tools do that replace files.</summary>
    public void Configure(string node)
    {
        var known = _vcenters.Select((vcenter, i) =>
            new { server = vcenter.Url.Authority, user = vcenter.User, passwordFile = Place[$"{i}.password"], caFile = vcenter.CaFile });
        var others = Others.Select(server => new { server, user = "scan", passwordFile = Place["0.password"], caFile = _vcenters[0].CaFile });
        var text = JsonSerializer.Serialize(new { vcenters = known.Concat(others), server = new { node, schedule = Schedule } });
        File.WriteAllText(GetFile(node) + ".new", text);
        File.Move(GetFile(node) + ".new", GetFile(node), overwrite: true);
    }

    /// <summary>Starts a node on the store, by the account that a target names or by the usual one.</summary>
    public async Task<ServerNode> StartNodeAsync(string name, string? store = null)
    {
        Configure(name);
        return Added(await ServerNode.StartAsync(store ?? Place.Text, "--config", GetFile(name)));
    }

    public async Task<ServerProcess> StartProcessAsync(
        string name, string? store = null, IReadOnlyDictionary<string, string>? environment = null, bool untilReady = true)
    {
        Configure(name);
        return Added(await ServerProcess.StartAsync(
            store ?? Place.Text, environment ?? new Dictionary<string, string>(), untilReady, "--config", GetFile(name)));
    }

    private TNode Added<TNode>(TNode node)
        where TNode : ServerNode
    {
        // Several are started at once.
        lock (_nodes)
        {
            _nodes.Add(node);
        }

        return node;
    }

    /// <summary>Waits until something is so of what the store knows of the scans.</summary>
    public async Task<TimeSpan> UntilAsync(FleetStore store, Func<IReadOnlyList<ScheduledScan>, bool> isTrue, string what)
    {
        IReadOnlyList<ScheduledScan> scans = [];
        return await Until.Async(
            async () => isTrue(scans = await store.Scans.ListAsync(Cancel)),
            () => $"{what}\n{string.Join('\n', scans)}\n{string.Join('\n', _nodes.SelectMany(node => node.Complaints))}");
    }

    /// <summary>Waits until so many vCenters were scanned from now on, each whole.</summary>
    public async Task UntilScannedAsync(FleetStore store, int count)
    {
        var since = (await store.ReadClockAsync(Cancel)).Store;
        var scanned = new HashSet<string>();
        await UntilAsync(
            store,
            scans =>
            {
                scanned.UnionWith(scans.Where(scan => scan.StartedAt > since && scan.Outcome?.Result == "complete").Select(scan => scan.Server));
                return scanned.Count == count;
            },
            "not all were scanned");
    }

    /// <summary>No vCenter was read by two scans at once, by when each began and for how long it read at least.</summary>
    public static async Task AssertAloneAsync(FleetStore store)
    {
        var scans = new List<(string Server, DateTimeOffset From, DateTimeOffset Until)>();
        foreach (var run in (await store.Runs.ListAsync(new RunQuery { Kind = RunKinds.Scan, MaxRuns = 1_000 }, Cancel))
            .OrderBy(run => run.StartedAt))
        {
            var document = DocumentJson.Read<ScanDocument>(await store.Runs.ReadDocumentAsync(run.DocumentId, Cancel));
            var only = Assert.Single(document.VCenters);
            var steps = document.Timing.Steps.ToLookup(step => step.Name == "login", step => step.Ms);
            scans.Add((only.Server, document.StartedAt,
                document.StartedAt + TimeSpan.FromMilliseconds(steps[true].Sum() + steps[false].DefaultIfEmpty().Max())));
        }

        foreach (var own in scans.GroupBy(scan => scan.Server))
        {
            Assert.All(own.Zip(own.Skip(1)), pair => Assert.True(pair.First.Until <= pair.Second.From, $"{own.Key} was read by two at once"));
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
        {
            await node.DisposeAsync();
        }

        foreach (var vcenter in _vcenters)
        {
            Signals.Send(vcenter.ProcessId, "CONT");
            vcenter.Dispose();
        }

        await Place.DisposeAsync();
    }
}
