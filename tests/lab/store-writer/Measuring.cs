using System.Diagnostics;
using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Tests.Running;

namespace StoreWriter;

/// <summary>Measures what a store costs: saving, growing, asking.</summary>
internal sealed class Measuring(FleetStore store, TextWriter output)
{
    /// <summary>Each machine moves once in so many scans: about what leaves a million states in 90 days of hourly scans of 10,000.</summary>
    private const int ScansOfMove = 22;

    private const int Turns = 9;

    /// <summary>Measures one part: <c>saving</c>, <c>joining</c> or <c>asking</c>.</summary>
    public Task RunAsync(string part) => part switch
    {
        "saving" => SaveAsync(),
        "joining" => JoinAsync(),
        "asking" => AskAsync(),
        _ => throw new ArgumentException($"There is no part {part}.", nameof(part)),
    };

    /// <summary>Scans one after another, in which nothing or a little changes.</summary>
    private async Task SaveAsync()
    {
        var vcenter = SampleFleet.VCenter(MillionRows.Machines);
        var at = SampleFleet.Start;
        await SayAsync("first scan, ms", await TimeAsync(() => store.SaveAsync(SampleFleet.Scan(at, vcenter))));

        var quiet = new List<double>();
        var added = new List<long>();
        for (var i = 0; i < Turns; i++)
        {
            at = at.AddHours(1);
            var document = SampleFleet.Scan(at, vcenter);
            quiet.Add(await TimeAsync(async () => added.Add((await store.SaveAsync(document)).AddedBytes)));
        }

        await SayAsync("scan without a change, ms (median of 9)", quiet.Order().ElementAt(Turns / 2));
        await SayAsync("bytes it adds to documents (median of 9)", added.Order().ElementAt(Turns / 2));

        var busy = new List<double>();
        for (var i = 0; i < Turns; i++)
        {
            at = at.AddHours(1);
            var document = SampleFleet.Scan(at, Moved(vcenter, i));
            busy.Add(await TimeAsync(() => store.SaveAsync(document)));
        }

        await SayAsync("scan in which one machine of 22 moved, ms (median of 9)", busy.Order().ElementAt(Turns / 2));
        await SayAsync("removing half of these runs, ms", await TimeAsync(() => store.PruneAsync(SampleFleet.Start + ((at - SampleFleet.Start) / 2), CancellationToken.None)));
    }

    /// <summary>How long a scan holds the store for the results of 5,000 guests.</summary>
    private async Task JoinAsync()
    {
        foreach (var (what, at) in new[] { ("joining 5,000 new guests, ms", 0), ("joining 5,000 known guests, ms", 1), ("joining what is known already, ms", 1) })
        {
            var machines = SampleFleet.VCenter(5000).Measured(SampleFleet.Start.AddHours(at)).VirtualMachines;
            await SayAsync(what, await TimeAsync(() => store.Database.WriteAsync(
                async session =>
                {
                    await GuestRows.InsertJoinedAsync(session, machines);
                    return true;
                },
                CancellationToken.None)));
        }
    }

    /// <summary>Questions to a store that holds a million states of machines.</summary>
    private async Task AskAsync()
    {
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(MillionRows.Machines)));
        await SayAsync("writing a million states, ms", await TimeAsync(() => MillionRows.SeedAsync(store, CancellationToken.None)));
        await AskAsync(SampleFleet.Start.AddHours(MillionRows.Scans - 1));
    }

    private async Task AskAsync(DateTimeOffset now)
    {
        var machine = (await store.History.FindMachinesAsync("VM00042", CancellationToken.None))[0];
        var window = new TimeWindow(now.AddDays(-90), now.AddDays(1));
        await SayMedianAsync("history of one machine over 90 days, ms", () => store.History.ReadAsync(machine, window, CancellationToken.None));
        var host = (await store.History.FindHostsAsync("esx003.example.org", CancellationToken.None))[0];
        await SayMedianAsync("history of one host over 90 days, ms", () => store.History.ReadAsync(host, window, CancellationToken.None));
        var cluster = (await store.History.FindClustersAsync("cluster-01", CancellationToken.None))[0];
        await SayMedianAsync("history of one cluster over 90 days, ms", () => store.History.ReadAsync(cluster, window, CancellationToken.None));
        await SayMedianAsync("homes of all machines, ms", () => store.History.ReadHomesAsync(now, CancellationToken.None));
        var latest = (await store.Runs.LatestAsync(RunKinds.Scan, CancellationToken.None))!;
        await SayMedianAsync("the latest document, ms", () => store.Runs.ReadDocumentAsync(latest.DocumentId, CancellationToken.None));
    }

    private static VCenterFacts Moved(VCenterFacts vcenter, int turn) => vcenter.Moved(
        [.. Enumerable.Range(0, vcenter.VirtualMachines.Count).Select(machine => (machine, (machine + ((machine + turn) / ScansOfMove)) % vcenter.Hosts.Count))]);

    private async Task SayMedianAsync(string what, Func<Task> work)
    {
        var times = new List<double>();
        for (var i = 0; i < 5; i++)
        {
            times.Add(await TimeAsync(work));
        }

        await SayAsync(what + " (median of 5)", times.Order().ElementAt(2));
    }

    private Task SayAsync(string what, double figure) => output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{figure,12:#,0}  {what}"));

    private static async Task<double> TimeAsync(Func<Task> work)
    {
        var start = Stopwatch.GetTimestamp();
        await work();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
