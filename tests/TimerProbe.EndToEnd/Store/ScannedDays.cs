using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet.Store;

namespace TimerProbe.EndToEnd.Store;

/// <summary>A simulated vCenter on some days of three months, each scanned into one store by the program with that day's date. The last is today.</summary>
public sealed class ScannedDays : IAsyncLifetime
{
    private static readonly int[] Days = [1, 10, 20, 33, 45, 60, 95];

    private readonly TemporaryFolder _folder = new();

    /// <summary>The story's day 0.</summary>
    internal DateTimeOffset Start { get; } = TimeProvider.System.GetUtcNow() - TimeSpan.FromDays(Days[^1]);

    internal string File => _folder["fleet.db"];

    internal List<(int Day, IReadOnlyList<MachineLabel> Labels, ProgramResult Result, ScanDocument Document)> Scans { get; } = [];

    public async ValueTask InitializeAsync()
    {
        Needs.OtherDay();
        foreach (var day in Days)
        {
            var now = (Start + TimeSpan.FromDays(day)).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
            using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "days", "--day", day.ToString(CultureInfo.InvariantCulture), "--now", now);
            var (result, document) = await vcenter.Scan("--save", "--store", File).Earlier(TimeSpan.FromDays(Days[^1] - day)).ToDocumentAsync();
            Scans.Add((day, vcenter.Labels, result, document));
        }
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    internal Task<FleetStore> OpenAsync() =>
        FleetStore.OpenAsync(StoreTarget.OfFile(File), new StoreOptions { Access = StoreAccess.Read }, TestContext.Current.CancellationToken);

    /// <summary>The day of the story that a time belongs to: what happens does so an hour before the scan of its day.</summary>
    internal int DayOf(DateTimeOffset at) => (int)Math.Round((at - Start).TotalDays, MidpointRounding.AwayFromZero);
}
