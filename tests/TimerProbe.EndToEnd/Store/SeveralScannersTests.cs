using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.EndToEnd.Store;

/// <summary>Three machines that scan the same twelve vCenters into one store, and start together.</summary>
public sealed class SeveralScannersTests : IAsyncDisposable
{
    private const int VCenters = 12;
    private const int Scanners = 3;
    private const int Rounds = 2;

    private readonly TemporaryFolder _folder = new();
    private readonly List<SimulatedVCenter> _vcenters = [];
    private TestStore? _place;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    private TestStore Place => _place!;

    public async ValueTask DisposeAsync()
    {
        _vcenters.ForEach(vcenter => vcenter.Dispose());
        _folder.Dispose();
        await (_place?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task Each_is_scanned_in_each_round_none_by_two_at_once_and_what_a_killed_one_held_by_the_next(Engine engine)
    {
        await StartAsync(engine);
        var seen = 0;
        for (var round = 1; round <= Rounds; round++)
        {
            await RoundAsync();
            seen = await AssertScannedAsync(above: seen);
        }

        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var killed = Scanner($"{silent.LocalEndpoint}").Start();
        using var asked = await silent.AcceptTcpClientAsync(Cancel);
        var refused = await Scanner().RunAsync();
        Assert.Equal((6, ""), (refused.ExitCode, refused.Out));
        killed.Kill(entireProcessTree: true);
        await killed.WaitForExitAsync(Cancel);

        await RoundAsync();
        await AssertScannedAsync(above: seen);
    }

    /// <summary>All scanners at once; over when each vCenter was read by one of them.</summary>
    private async Task RoundAsync()
    {
        var results = await Task.WhenAll(Enumerable.Range(0, Scanners).Select(_ => Scanner().RunAsync()));
        Assert.All(results, result => Assert.True(result.ExitCode is 0 or 5 or 6, $"exit code {result.ExitCode}: {result.Error}"));
        Assert.Contains(results, result => result.ExitCode is 0 or 5);
    }

    /// <summary>Each vCenter has a newer scan than so many runs before, and no two scans of one overlap.</summary>
    private async Task<int> AssertScannedAsync(int above)
    {
        await using var store = await Place.OpenAsync(StoreAccess.Read);
        var runs = (await store.Runs.ListAsync(new RunQuery { Most = 1_000 }, Cancel)).OrderBy(run => run.StartedAt).ToList();
        var scans = new List<(string Server, int Run, DateTimeOffset From, DateTimeOffset Until)>();
        foreach (var (index, run) in runs.Index())
        {
            var document = DocumentJson.Read<ScanDocument>(await store.Runs.ReadDocumentAsync(run.DocumentId, Cancel));
            scans.AddRange(document.VCenters.Select(vcenter => (vcenter.Server, index, document.StartedAt, document.StartedAt + AtLeast(document.Timing, vcenter.Server))));
        }

        foreach (var server in _vcenters.Select(vcenter => vcenter.Server))
        {
            var own = scans.Where(scan => scan.Server == server).ToList();
            Assert.Contains(own, scan => scan.Run >= above);
            Assert.All(own.Zip(own.Skip(1)), pair => Assert.True(pair.First.Until <= pair.Second.From, $"{server} was read by two at once"));
        }

        return runs.Count;
    }

    /// <summary>How long a vCenter was read at least: its login, and then the longest of the steps, which run side by side.</summary>
    private static TimeSpan AtLeast(ScanTiming timing, string server)
    {
        var steps = timing.Steps.Where(step => step.Server == server).ToLookup(step => step.Name == "login", step => step.Ms);
        return TimeSpan.FromMilliseconds(steps[true].Sum() + steps[false].DefaultIfEmpty().Max());
    }

    private async Task StartAsync(Engine engine)
    {
        _place = await TestStore.NewAsync(engine);
        for (var i = 0; i < VCenters; i++)
        {
            _vcenters.Add(await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "20", "--hosts", "2", "--instance", $"vc{i}"));
            _folder.Write($"{i}.password", _vcenters[i].Password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
    }

    /// <summary>A scanner with a configuration of its own, in an order of its own.</summary>
    private ProgramRun Scanner(params IEnumerable<string> others)
    {
        var known = _vcenters.Select((vcenter, i) => new { server = vcenter.Server, user = vcenter.User, passwordFile = _folder[$"{i}.password"], caFile = vcenter.CaFile });
        var silent = others.Select(server => new { server, user = "scan", passwordFile = _folder["0.password"], caFile = _vcenters[0].CaFile });
        object[] targets = [.. known, .. silent];
        Random.Shared.Shuffle(targets);
        var configuration = new { vcenters = targets, store = new { target = Place.Text, save = true }, failOn = "never" };
        return TimerProbeProgram.Fastest.With("scan", "--config", _folder.Write($"{Guid.NewGuid():N}.json", JsonSerializer.Serialize(configuration)));
    }
}
