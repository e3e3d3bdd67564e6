namespace TimerProbe.Fuzz.Store;

/// <summary>A store as the program makes it: scans, one of them of the recorded vCenter, checks, a run on a SQL Server, changes and alerts.</summary>
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
            await using (var store = await FleetStore.OpenAsync(
                StoreTarget.OfFile(file), new StoreOptions { Access = StoreAccess.Write }, CancellationToken.None))
            {
                await FillAsync(store);
            }

            await using (var vcenter = await RecordedVCenter.StartAsync())
            {
                var configuration = Path.Combine(folder, "scan.json");
                await File.WriteAllTextAsync(configuration, $$"""{ "vcenters": [ {{vcenter.Configured}} ] }""");
                var (code, said) = await ProgramUnderTest.RunAsync(
                    "scan", "--config", configuration, "--save", "--store", file, "--out", Path.Combine(folder, "scan.csv"));
                _ = code is 0 or 5 or 10 ? said : throw new InvalidOperationException($"The recorded vCenter cannot be kept: {code}, {said}");
            }

            return (await File.ReadAllBytesAsync(file), await NamesAsync(file));
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

    private static async Task<string[]> NamesAsync(string file)
    {
        await using var connection = new SqliteConnection($"Data Source={file};Pooling=False");
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = "SELECT name FROM machine UNION SELECT name FROM host UNION SELECT name FROM guest UNION SELECT cluster FROM machine_state WHERE cluster IS NOT NULL ORDER BY 1";
        await using var reader = await command.ExecuteReaderAsync();
        var names = new List<string>();
        while (await reader.ReadAsync())
        {
            names.Add(reader.GetString(0));
        }

        return [.. names];
    }
}
