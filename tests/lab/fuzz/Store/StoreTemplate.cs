namespace TimerProbe.Fuzz.Store;

/// <summary>A store as the program makes it: scans, a check, a run on a SQL Server, changes and alerts.</summary>
internal static class StoreTemplate
{
    private static readonly Lazy<Task<(byte[] File, string[] Names)>> Made = new(MakeAsync);

    /// <summary>The file, and the names that it knows.</summary>
    public static Task<(byte[] File, string[] Names)> GetAsync() => Made.Value;

    private static async Task<(byte[] File, string[] Names)> MakeAsync()
    {
        var folder = Directory.CreateTempSubdirectory("timerprobe-").FullName;
        var file = Path.Combine(folder, "store.db");
        try
        {
            string[] names;
            await using (var store = await FleetStore.OpenAsync(
                StoreTarget.OfFile(file), new StoreOptions { Access = StoreAccess.Write }, CancellationToken.None))
            {
                await FillAsync(store);
                names = [.. (await store.History.NamesAsync(kind: null, server: null, CancellationToken.None)).Order(StringComparer.Ordinal)];
            }

            return (await File.ReadAllBytesAsync(file), names);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task FillAsync(FleetStore store)
    {
        var scan = DocumentJson.Read<ScanDocument>(System.Text.Encoding.UTF8.GetBytes(SampleTexts.Scan));
        for (var day = 0; day < 3; day++)
        {
            await store.SaveAsync(scan with
            {
                Id = Guid.CreateVersion7(),
                StartedAt = scan.StartedAt.AddDays(day),
                VCenters = [.. scan.VCenters.Select(vcenter => Turned(vcenter, day))]
            });
        }

        var check = DocumentJson.Read<CheckDocument>(System.Text.Encoding.UTF8.GetBytes(SampleTexts.Check));
        await store.SaveAsync(check);
        await store.SaveAsync(DocumentJson.Read<SqlDocument>(System.Text.Encoding.UTF8.GetBytes(SampleTexts.Sql)));
        await store.SaveFailureAsync([("vc9.example.org", "it did not answer")], scan.StartedAt, options: null, CancellationToken.None);
        await store.Alerts.AddAsync([new NewAlert("0123456789abcdef", "webhook", "wentAway", "DB01", "{}"), new NewAlert("fedcba9876543210", "mail", "slow", "DB02", "{}")], CancellationToken.None);
    }

    /// <summary>The vCenter with its machines on each other's hosts, so that much has changed.</summary>
    private static VCenterFacts Turned(VCenterFacts vcenter, int day) => vcenter with
    {
        VirtualMachines = [.. vcenter.VirtualMachines.Select(
            (machine, index) => machine with { Host = vcenter.VirtualMachines[(index + day) % vcenter.VirtualMachines.Count].Host })],
    };
}
