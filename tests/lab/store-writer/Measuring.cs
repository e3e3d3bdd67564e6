using System.Diagnostics;

namespace StoreWriter;

/// <summary>Measures what a store costs: saving, growing, asking.</summary>
internal sealed class Measuring(FleetStore store, TextWriter output)
{
    /// <summary>Each machine moves once in so many scans: about what leaves a million states in 90 days of hourly scans of 10,000.</summary>
    private const int ScansOfMove = 22;

    private const int Turns = 9;

    /// <summary>Measures one part: <c>saving</c>, <c>asking</c>, <c>year</c> (makes it) or <c>pruning</c> (of that year).</summary>
    public Task RunAsync(string part) => part switch
    {
        "saving" => SaveAsync(),
        "asking" => AskAsync(),
        "year" => SeedYearAsync(),
        "pruning" => PruneAsync(),
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
        added.Clear();
        for (var i = 0; i < Turns; i++)
        {
            at = at.AddHours(1);
            var document = SampleFleet.Scan(at, Moved(vcenter, i));
            busy.Add(await TimeAsync(async () => added.Add((await store.SaveAsync(document)).AddedBytes)));
        }

        await SayAsync("scan in which one machine of 22 moved, ms (median of 9)", busy.Order().ElementAt(Turns / 2));
        await SayAsync("bytes it adds to documents (median of 9)", added.Order().ElementAt(Turns / 2));
        await SayAsync("removing half of these runs, ms",
            await TimeAsync(() =>
                store.PruneAsync(SampleFleet.Start + ((at - SampleFleet.Start) / 2), CancellationToken.None)));
    }

    /// <summary>Questions to a store that holds a million states of machines.</summary>
    private async Task AskAsync()
    {
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(MillionRows.Machines)));
        await SayAsync("writing a million states, ms", await TimeAsync(() => MillionRows.SeedAsync(store, MillionRows.StatesOfMachine, CancellationToken.None)));
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
        var first = (await store.Runs.ListAsync(new RunQuery { To = SampleFleet.Start.AddHours(1), MaxRuns = 1 }, CancellationToken.None))[0];
        await SayMedianAsync("a document, ms", () => store.Runs.ReadDocumentAsync(first.DocumentId, CancellationToken.None));
    }

    private async Task SeedYearAsync()
    {
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(MillionRows.Machines)));
        await SayAsync("writing a year of hourly scans, ms", await TimeAsync(() => YearOfScans.SeedAsync(store, YearOfScans.Scans, CancellationToken.None)));
        await AskAsync(SampleFleet.Start.AddHours(YearOfScans.Scans - 1));
    }

    /// <summary>Removes nine months of a year while somebody else wants to write, ten times a second.</summary>
    private async Task PruneAsync()
    {
        using var over = new CancellationTokenSource();
        var waiting = WaitAsync(over.Token);
        var pruned = new PrunedRuns();
        var (longest, before) = (0.0, Stopwatch.GetTimestamp());
        await SayAsync("removing nine months of a year, ms",
            await TimeAsync(async () => pruned = await store.PruneAsync(
                SampleFleet.Start.AddDays(274), CancellationToken.None,
                progress: _ => (longest, before) = (Math.Max(longest, Stopwatch.GetElapsedTime(before).TotalMilliseconds), Stopwatch.GetTimestamp()))));
        await SayAsync("the longest step with the rest after it, ms", longest);
        await over.CancelAsync();
        var waits = await waiting;
        await SayAsync("runs removed", pruned.Runs);
        await SayAsync("rows removed", pruned.Rows);
        await SayAsync("bytes given back", pruned.Bytes);
        await SayAsync("others that wrote meanwhile", waits.Count);
        await SayAsync("their longest wait, ms", waits.Max());
        await SayAsync("their median wait, ms", waits.Order().ElementAt(waits.Count / 2));
    }

    private async Task<List<double>> WaitAsync(CancellationToken cancellationToken)
    {
        var waits = new List<double>();
        while (!cancellationToken.IsCancellationRequested)
        {
            waits.Add(await Task.Run(() => TimeAsync(() => store.Database.WriteAsync(
                session => session.ExecuteAsync("forget-run-of-change", ("cutoff", 0L)), CancellationToken.None)), CancellationToken.None));
            await Task.Delay(100, CancellationToken.None);
        }

        return waits;
    }

    private static VCenterFacts Moved(VCenterFacts vcenter, int turn) => vcenter.Moved(
        [.. Enumerable.Range(0, vcenter.VirtualMachines.Count)
            .Select(machine => (machine, (machine + ((machine + turn) / ScansOfMove)) % vcenter.Hosts.Count))]);

    private async Task SayMedianAsync(string what, Func<Task> work)
    {
        var times = new List<double>();
        for (var i = 0; i < 5; i++)
        {
            times.Add(await TimeAsync(work));
        }

        await SayAsync(what + " (median of 5)", times.Order().ElementAt(2));
    }

    private Task SayAsync(string what, double figure) => output.WriteLineAsync($"{figure,12:#,0}  {what}");

    private static async Task<double> TimeAsync(Func<Task> work)
    {
        var start = Stopwatch.GetTimestamp();
        await work();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
