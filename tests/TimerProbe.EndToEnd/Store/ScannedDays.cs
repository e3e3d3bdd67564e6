namespace TimerProbe.EndToEnd.Store;

/// <summary>
/// A simulated vCenter on some days of three months, each scanned into one store by the program with that day's date. The last is today.
/// The scans are made for the first test that asks.
/// </summary>
public sealed class ScannedDays : IAsyncDisposable
{
    private static readonly int[] Days = [1, 10, 20, 33, 45, 60, 95];

    private Task<StoredDays>? _stored;

    internal DateTimeOffset Start { get; } = TimeProvider.System.GetUtcNow() - TimeSpan.FromDays(Days[^1]);

    internal Task<StoredDays> OnAsync()
    {
        Needs.OtherDay();
        Needs.SimulatedVCenter();
        return _stored ??= ScanAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_stored is { IsCompletedSuccessfully: true })
        {
            await (await _stored).Place.DisposeAsync();
        }
    }

    /// <summary>The day of the story that a time belongs to: what happens does so an hour before the scan of its day.</summary>
    internal int DayOf(DateTimeOffset at) => (int)Math.Round((at - Start).TotalDays, MidpointRounding.AwayFromZero);

    private async Task<StoredDays> ScanAsync()
    {
        var stored = new StoredDays(await TestStore.NewAsync(Engine.Sqlite));
        foreach (var day in Days)
        {
            var now = (Start + TimeSpan.FromDays(day)).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'");
            using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "days", "--day", day.ToString(), "--now", now);
            var (_, document) = await vcenter.Scan("--save", "--store", stored.Place.Text).Earlier(TimeSpan.FromDays(Days[^1] - day)).ToDocumentAsync();
            stored.Scans.Add(new ScannedDay(day, vcenter.Labels, document));
        }

        return stored;
    }
}

internal sealed record StoredDays(TestStore Place)
{
    public List<ScannedDay> Scans { get; } = [];
}

internal sealed record ScannedDay(int Day, IReadOnlyList<MachineLabel> Labels, ScanDocument Document);
