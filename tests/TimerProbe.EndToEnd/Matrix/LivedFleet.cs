namespace TimerProbe.EndToEnd.Matrix;

/// <summary>
/// A simulated fleet that has lived a year, made from a seed, and the scans of it. It is always the same morning there: statistics are of whole
/// hours and days, and a fleet that ends at another time of the day has others.
/// </summary>
internal sealed record LivedFleet(int Machines, int Seed)
{
    /// <summary>Machines besides the others that came from another vCenter, where they had been powered on at another frequency.</summary>
    public int Arrivals { get; init; }

    private static readonly DateTimeOffset Present = new(2026, 1, 15, 10, 0, 0, TimeSpan.Zero);

    /// <summary>Scans it on its last day, or so many days before; with a store the scan is saved there.</summary>
    public async Task<ScannedFleet> ScanAsync(int daysBefore = 0, string? store = null, bool readLogs = false)
    {
        Needs.OtherDay();
        var now = Present - TimeSpan.FromDays(daysBefore);
        using var vcenter = await SimulatedVCenter.StartAsync(
            "--scenario", "year", "--vms", Text(Machines), "--seed", Text(Seed), "--day", Text(-daysBefore), "--arrivals", Text(Arrivals),
            "--now", now.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'"));
        IEnumerable<string> options = store is null ? [] : ["--save", "--store", store];
        var (_, document) = await vcenter.Scan(readLogs ? [.. options, "--read-logs"] : options)
            .Earlier(TimeProvider.System.GetUtcNow() - now).ToDocumentAsync();
        return new ScannedFleet(Seed, vcenter.Labels, document.VCenters[0]);
    }

    /// <summary>
    /// Scans it on its last day with a store of two earlier scans, four and eight weeks before: events are kept for 30 days, so that a scan every
    /// four weeks misses no power-on.
    /// </summary>
    public async Task<ScannedFleet> ScanWithStoreAsync()
    {
        await using var store = await TestStore.NewAsync(Engine.Sqlite);
        await ScanAsync(56, store.Text);
        await ScanAsync(28, store.Text);
        return await ScanAsync(0, store.Text);
    }

    private static string Text(int number) => number.ToString();
}

/// <summary>What a scan found of a fleet, and what is true of each machine.</summary>
internal sealed record ScannedFleet(int Seed, IReadOnlyList<MachineLabel> Labels, VCenterFacts Center)
{
    public IReadOnlyList<VirtualMachineFacts> Found => Center.VirtualMachines;
}
