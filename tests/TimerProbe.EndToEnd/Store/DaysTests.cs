namespace TimerProbe.EndToEnd.Store;

/// <summary>Machines move, power cycle and are reverted while their events expire: what a scan says of each stays true, by the store or not at all.</summary>
public sealed class DaysTests(ScannedDays days) : IClassFixture<ScannedDays>
{
    /// <summary>What changed, on the day it happened where that is told and else on that of the scan, in the order of the text.</summary>
    private static readonly (int Day, ChangeKind Kind, string Name)[] Story =
    [
        (5, ChangeKind.Moved, "expired-before-the-first-scan"),
        (12, ChangeKind.Moved, "goes-and-comes-home"),
        (12, ChangeKind.WentAway, "goes-and-comes-home"),
        (13, ChangeKind.Moved, "away-from-a-replaced-host"),
        (13, ChangeKind.Moved, "home-of-a-replaced-host"),
        (13, ChangeKind.WentAway, "away-from-a-replaced-host"),
        (15, ChangeKind.PowerCycled, "cycles-elsewhere"),
        (20, ChangeKind.HostFrequencyChanged, "esx22.lab.example"),
        (20, ChangeKind.MachineGone, "out-of-sight-for-a-while"),
        (20, ChangeKind.MachineGone, "out-of-sight-for-long"),
        (20, ChangeKind.Moved, "cycles-elsewhere"),
        (28, ChangeKind.CameHome, "goes-and-comes-home"),
        (28, ChangeKind.Moved, "goes-and-comes-home"),
        (33, ChangeKind.MachineAdded, "out-of-sight-for-a-while"),
        (33, ChangeKind.MachineGone, "removed"),
        (38, ChangeKind.Reverted, "reverted-after-its-event-expired"),
        (40, ChangeKind.Moved, "goes-after-its-event-expired"),
        (40, ChangeKind.WentAway, "goes-after-its-event-expired"),
        (45, ChangeKind.MachineAdded, "added"),
        (45, ChangeKind.PoweredOff, "rests"),
        (50, ChangeKind.PowerCycled, "expired-before-the-first-scan"),
        (58, ChangeKind.PoweredOn, "rests"),
        (60, ChangeKind.MachineAdded, "out-of-sight-for-long"),
        (60, ChangeKind.Moved, "rests"),
    ];

    [Fact]
    public async Task Every_machine_is_on_every_day_where_its_label_says()
    {
        var stored = await days.OnAsync();
        var expected = stored.Scans.SelectMany(scan =>
            scan.Labels.Select(label => Line(scan.Day, label.Name, label.Placement, label.HomeHost, label.HomeHz, label.HomeSource)))
                .ToList();
        var found = stored.Scans.SelectMany(scan => scan.Document.VCenters[0].VirtualMachines.Select(machine =>
            Line(scan.Day, machine.Name, machine.Placement.ToDocumentName(), machine.HomeHost, machine.HomeHz?.Hertz,
                machine.HomeSource?.ToDocumentName()))).ToList();
        var wrong = found.Except(expected).ToList();
        Assert.True(wrong is [], string.Join('\n', wrong));
        Assert.Equal(expected.Count, found.Count);
    }

    [Fact]
    public async Task Every_scan_is_complete_and_of_its_own_day() => Assert.All((await days.OnAsync()).Scans, scan =>
    {
        Assert.Equal(ReadStatus.Complete, scan.Document.VCenters[0].Status);
        Assert.Equal(scan.Day, days.DayOf(scan.Document.StartedAt));
    });

    [Fact]
    public async Task The_changes_are_those_of_the_story()
    {
        await using var store = await (await days.OnAsync()).Place.OpenAsync(StoreAccess.Read);
        var changes = await store.History.ChangesAsync(TimeWindow.Everything, 100, Cancel);
        Assert.Equal(
            Story.Select(item => $"{item.Day:00} {item.Kind.ToDocumentName()} {item.Name}"),
            changes.Select(change => $"{days.DayOf(change.At):00} {change.Kind} {change.Name}").Order(StringComparer.Ordinal));
        var replaced = Assert.Single(changes, change => change.Kind == "hostFrequencyChanged");
        Assert.Equal(("2593905000", "2394000000"), (replaced.Earlier, replaced.Later));
    }

    private static string Line(int day, string name, string placement, string? homeHost, long? homeHz, string? homeSource) =>
        $"{day:00} {name}: {placement} {homeHost} {homeHz} {homeSource}";
}
