namespace TimerProbe.Server.Tests.Matrix;

/// <summary>
/// Nodes that were started at once on a new store, two vCenters that they scan, guests that hand in, and somebody who is signed in at each node. To these
/// something happens for a while, and then it is counted what came of it.
/// </summary>
internal sealed partial class FaultWorld : IAsyncDisposable
{
    public static readonly IReadOnlyDictionary<string, Func<FaultWorld, TimeSpan, Task>> Faults = new Dictionary<string,
        Func<FaultWorld, TimeSpan, Task>>()
    {
        ["three starts at once"] = (_, _) => Task.CompletedTask,
        ["a node is killed"] = KillAsync,
        ["a node stands still"] = StandStillAsync,
        ["a node is cut off"] = CutAsync,
        ["the store is stopped"] = StopStoreAsync,
        ["the store refuses"] = RefuseAsync,
        [FullDisk] = FillDiskAsync,
        ["a vCenter hangs"] = HangAsync,
    };

    private const string FullDisk = "the disk is full";
    private const string Account = "faults";
    private const int GuestCount = 4;
    private const int Few = 20;

    private static readonly string[] Names = ["a", "b", "c"];

    private readonly string _fault;
    private readonly PostgresCluster? _cluster;
    private readonly CuttingProxy? _proxy;
    private readonly ScheduledFleet _fleet;
    private readonly Dictionary<string, ServerProcess> _nodes = new(StringComparer.Ordinal);
    private readonly List<ServerProcess> _ended = [];
    private readonly List<Visitor> _visitors = [];
    private Guests? _guests;
    private string _token = "";
    private int _tokens;

    private FaultWorld(string fault, PostgresCluster? cluster, ScheduledFleet fleet) =>
        (_fault, _cluster, _fleet, _proxy) = (fault, cluster, fleet, cluster is null ? null : CuttingProxy.Open(cluster.Socket));

    private Guests Guests => _guests!;

    /// <summary>Lets something happen for so long, and counts.</summary>
    public static async Task<FaultTally> TryAsync(string fault, TimeSpan time)
    {
        await using var world = await StartAsync(fault);
        await world.BeginAsync();
        await Faults[fault](world, time);
        return await world.CountAsync();
    }

    public async ValueTask DisposeAsync()
    {
        _visitors.ForEach(visitor => visitor.Dispose());
        _guests?.Dispose();
        foreach (var node in _nodes.Values.Except(_ended))
        {
            node.Signal("CONT");
        }

        if (_cluster is null)
        {
            await InstalledProgram.RunAsync("umount", ["--lazy", _fleet.Place.Folder]);
        }

        await _fleet.DisposeAsync();
        await (_proxy?.DisposeAsync() ?? ValueTask.CompletedTask);
        _cluster?.Dispose();
    }

    private static async Task<FaultWorld> StartAsync(string fault)
    {
        if (fault != FullDisk)
        {
            var cluster = await PostgresCluster.OwnAsync();
            await cluster.RunAsync($"CREATE ROLE {Account} LOGIN; GRANT CREATE ON DATABASE postgres TO {Account}", "timerprobe");
            return new FaultWorld(fault, cluster, await ScheduledFleet.StartAsync(TestStore.In(cluster), vcenters: 2));
        }

        // A disk of its own, which only a superuser may attach.
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "a disk that may be filled is attached by root only");
        var place = await TestStore.NewAsync(Engine.Sqlite);
        await InstalledProgram.RunAsync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", place.Folder]);
        return new FaultWorld(fault, cluster: null, await ScheduledFleet.StartAsync(place, vcenters: 2));
    }

    /// <summary>What node a is reached by goes through the proxy.</summary>
    private string StoreOf(string name) => _cluster is null ? _fleet.Place.Text
        : (name == Names[0] ? _fleet.Place.TextThrough(_proxy!.Port) : _fleet.Place.Text).Replace("Username=timerprobe", $"Username={Account}", StringComparison.Ordinal);

    private async Task BeginAsync()
    {
        var names = _cluster is null ? Names[..1] : Names;
        var nodes = await Task.WhenAll(names.Select(name => _fleet.StartProcessAsync(name, StoreOf(name))));
        foreach (var (name, node) in names.Zip(nodes))
        {
            _nodes[name] = node;
        }

        _tokens = nodes.Count(node => node.Token is not null);
        _token = nodes.Select(node => node.Token).First(token => token is not null)!;
        _guests = new Guests(GuestCount, _token, _nodes.Select(item => KeyValuePair.Create(item.Key, item.Value.Address)));
        foreach (var name in names)
        {
            _visitors.Add(await Visitor.BeginAsync(() => _nodes[name], _token));
        }

        await Guests.UntilTakenAsync(Few);
        await using var store = await _fleet.Place.OpenAsync(StoreAccess.Read);
        await _fleet.UntilScannedAsync(store, 2);
    }

    private async Task<FaultTally> CountAsync()
    {
        foreach (var node in _nodes.Values)
        {
            await node.UntilReadyAsync();
        }

        await Guests.UntilTakenAsync(Few);
        var seen = _visitors.Sum(visitor => visitor.Pages);
        await Until.Async(() => Task.FromResult(_visitors.Sum(visitor => visitor.Pages) >= seen + Few), () => "no pages are shown any more");
        var taken = await Guests.EndAsync();
        var wrong = new List<string>();
        foreach (var visitor in _visitors)
        {
            wrong.AddRange(await visitor.EndAsync());
        }

        await using var store = await _fleet.Place.OpenAsync(StoreAccess.Read);
        await _fleet.UntilScannedAsync(store, 2);
        await ScheduledFleet.AssertAloneAsync(store);
        var kept = (await _fleet.Place.RunsAsync(taken.Count)).Where(run => run.Kind == RunKinds.Check).Select(run => run.DocumentId)
            .ToList();
        var doubled = kept.Count - kept.Distinct().Count() + kept.Except(taken).Count() + (_tokens - 1) + await AlertsAmissAsync();
        var nodes = _nodes.Values.Union(_ended).ToList();
        return new FaultTally(
            _fault,
            taken.Count,
            taken.Except(kept).Count(),
            doubled,
            _visitors.Sum(visitor => visitor.Pages),
            wrong,
            nodes.Max(node => node.Complaints.Count),
            [.. nodes.SelectMany(node => node.Complaints)
                .Where(line => !Line().IsMatch(line) || line.Contains(" | at ", StringComparison.Ordinal))]);
    }

    /// <summary>A guest that is slow from the first is an alert once: how many there are too many, or too few.</summary>
    private async Task<int> AlertsAmissAsync()
    {
        using var client = _nodes.Values.First().Client(_token);
        using var alerts = JsonDocument.Parse(await client.GetStringAsync("/api/v1/alerts?all=true&pageSize=1000", Cancel));
        var slow = alerts.RootElement.GetProperty("items").EnumerateArray().Count(alert => alert.GetProperty("kind").GetString() == "turnedSlow");
        return Math.Abs(slow - GuestCount);
    }

    private static async Task KillAsync(FaultWorld world, TimeSpan time)
    {
        var killed = world._nodes[Names[0]];
        world._ended.Add(killed);
        await killed.KillAsync();
        await Task.Delay(time, Cancel);
        world._nodes[Names[0]] = await world._fleet.StartProcessAsync(Names[0], world.StoreOf(Names[0]));
        world.Guests.Move(Names[0], world._nodes[Names[0]].Address);
    }

    private static async Task StandStillAsync(FaultWorld world, TimeSpan time)
    {
        world._nodes[Names[0]].Signal("STOP");
        await Task.Delay(time, Cancel);
        world._nodes[Names[0]].Signal("CONT");
    }

    private static async Task CutAsync(FaultWorld world, TimeSpan time)
    {
        world._proxy!.Hold();
        await Task.Delay(time, Cancel);
        world._proxy.LetGo();
    }

    private static async Task StopStoreAsync(FaultWorld world, TimeSpan time)
    {
        await world._cluster!.StopAsync();
        await Task.Delay(time, Cancel);
        await world._cluster.StartAgainAsync();
    }

    private static async Task RefuseAsync(FaultWorld world, TimeSpan time)
    {
        await world._cluster!.RunAsync($"ALTER ROLE {Account} NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{Account}'", "timerprobe");
        await Task.Delay(time, Cancel);
        await world._cluster.RunAsync($"ALTER ROLE {Account} LOGIN", "timerprobe");
    }

    private static async Task FillDiskAsync(FaultWorld world, TimeSpan time)
    {
        var filling = world._fleet.Place["filling"];
        await InstalledProgram.RunAsync("sh", ["-c", "head -c 100M /dev/zero > \"$0\" 2>/dev/null || true", filling]);
        await Task.Delay(time, Cancel);
        File.Delete(filling);
    }

    private static async Task HangAsync(FaultWorld world, TimeSpan time)
    {
        Signals.Send(world._fleet.VCenters[0].ProcessId, "STOP");
        await Task.Delay(time, Cancel);
        Signals.Send(world._fleet.VCenters[0].ProcessId, "CONT");
    }

    [GeneratedRegex("^[0-9-]{10}T[0-9:.]{12}Z [^ ]+ (info|warning|error) [^ ]+: ", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Line();
}
