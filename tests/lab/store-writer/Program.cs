// Uses a store until it is killed. Tests start several, and end them in the middle of what they do.
//   store-writer save TARGET VCENTER MACHINES   saves a scan after another, each machine moved in each; a line for each that is saved
//   store-writer stand TARGET VCENTER MACHINES  saves a scan and stands still for a second within it; "inside", then "saved", or the error's kind
//   store-writer lock TARGET VCENTER            claims a vCenter; "held", or the holder and the end
//   store-writer measure TARGET PART   measures what a store of 10,000 machines costs
//   store-writer read TARGET                    opens the store for reading only; "opened", or the error's kind

#pragma warning disable RS0030 // The tests read what this program says, and end with its input.
using var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
_ = Task.Run(() => { Console.In.ReadToEnd(); Environment.Exit(0); });
#pragma warning restore RS0030
try
{
    var options = new StoreOptions { Access = args[0] == "read" ? StoreAccess.Read : StoreAccess.Write };
    await using var store = await (StoreTarget.NamesDatabase(args[1])
        ? PostgresDatabase.Parse(args[1]).OpenAsync(options, CancellationToken.None)
        : FleetStore.OpenAsync(StoreTarget.Parse(args[1]), options, CancellationToken.None));
    switch (args[0])
    {
        case "save":
            await SaveAsync(store, args[2], int.Parse(args[3], CultureInfo.InvariantCulture));
            break;
        case "stand":
            await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(
                int.Parse(args[3], CultureInfo.InvariantCulture)) with
            { Server = args[2], InstanceUuid = args[2] }), StandStill());
            await output.WriteLineAsync("saved");
            break;
        case "lock":
            await using (var claims = (
                await store.ClaimAsync([args[2]], LockHolder.ThisProcess("store-writer lock", TimeProvider.System), CancellationToken.None))!)
            {
                await output.WriteLineAsync(claims.Others.Count == 0 ? "held" : LockHolder.Words(claims.Others[args[2]]));
                await Task.Delay(claims.Others.Count == 0 ? Timeout.InfiniteTimeSpan : TimeSpan.Zero);
            }

            break;
        case "measure":
            await new StoreWriter.Measuring(store, output).RunAsync(args[2]);
            break;
        default:
            await output.WriteLineAsync("opened");
            break;
    }
}
catch (StoreException ex)
{
    await output.WriteLineAsync($"{ex.Kind} {ex.Message}");
}

SaveOptions StandStill() => new()
{
    Alerts = _ =>
    {
        output.WriteLine("inside");
        CancellationToken.None.WaitHandle.WaitOne(1_000);
        return [];
    },
};

async Task SaveAsync(FleetStore store, string server, int machines)
{
    var vcenter = SampleFleet.VCenter(machines) with { Server = server, InstanceUuid = server };
    var last = await store.Runs.ListAsync(new RunQuery { Subject = server, MaxRuns = 1 }, CancellationToken.None);
    var at = last is [var newest] ? newest.StartedAt : SampleFleet.Start;
    for (var turn = 0; ; turn++)
    {
        at = at.AddMinutes(1);
        var moved = vcenter.Moved([.. Enumerable.Range(0, machines).Select(machine => (machine, (machine + turn) % vcenter.Hosts.Count))]);
        var document = SampleFleet.Scan(at, moved);
        await store.SaveAsync(document);
        await output.WriteLineAsync(document.Id.ToString());
    }
}
