namespace TimerProbe.Server.Tests.Views;

/// <summary>The fleet as a node knows it, from what lies in the store.</summary>
public sealed class LatestFleetTests
{
    private static readonly TimeSpan Later = TimeSpan.FromHours(1);

    [Theory]
    [ClassData<Engines>]
    public async Task It_says_what_the_report_says_and_follows_what_others_save(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await Saved.ScanAsync(place, SampleScan.Document);
        await using var store = await place.OpenAsync();
        using var latest = await StartedAsync(store);
        var first = await latest.WaitAsync(0, Cancel);

        var report = new ScanReport(SampleScan.Document);
        Assert.Equal(report.Summary.Headline, first.Report.Summary.Headline);
        Assert.Equal(report.FixSummary.Who, first.Report.FixSummary.Who);
        Assert.Equal(report.Machines.Select(row => (row.Server, row.Facts.Id)),
            first.Report.Machines.Select(machine => (machine.Server, machine.Facts.Id)));
        Assert.Equal(report.Clusters.Select(cluster => cluster.Name), first.Report.Clusters.Select(cluster => cluster.Name));
        Assert.Equal(["vc3.example.org"], first.Unread);
        Assert.Empty(first.Scans[0].Problems);
        Assert.Equal(SampleScan.Document.GuestResults!.Problems, first.Scans[0].NotUsed);

        // One vCenter alone, later: the other stays as it was.
        var alone = SampleScan.Document with
        {
            Id = Guid.NewGuid(),
            StartedAt = SampleScan.Start + Later,
            VCenters = [SampleScan.Document.VCenters[0] with { VirtualMachines = [.. SampleScan.Document.VCenters[0].VirtualMachines.Where(machine => machine.Placement == Placement.Home)] }],
            Findings = [],
        };
        await Saved.ScanAsync(place, alone);
        var second = await latest.WaitAsync(first.Version, Cancel);
        Assert.Equal(0, second.Scans[0].Report.Counts.Away);
        Assert.Equal(SampleScan.Start + Later, second.Scans[0].ReadAt);
        Assert.Equal(SampleScan.Start, second.Scans[1].ReadAt);
        Assert.Equal(first.Scans[1].Report.Counts, second.Scans[1].Report.Counts);
        await latest.StopAsync(Cancel);
    }

    [Fact]
    public async Task Of_a_vCenter_whose_latest_scan_cannot_be_read_the_last_one_that_can_be_is_shown_and_that_is_said()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var only = SampleScan.Document.VCenters[0] with { Server = "none-can-be.example.org", InstanceUuid = null };
        await Saved.ScanAsync(
            place,
            SampleScan.Document,
            SampleScan.Document with { Id = Guid.NewGuid(), StartedAt = SampleScan.Start + Later },
            SampleScan.Document with { Id = Guid.NewGuid(), StartedAt = SampleScan.Start + Later, VCenters = [only], Findings = [] });
        await place.RunTextAsync("UPDATE run SET document = x'00' WHERE id > (SELECT MIN(id) FROM run)");
        await using var store = await place.OpenAsync();
        using var latest = await StartedAsync(store);

        var fleet = await latest.WaitAsync(0, Cancel);
        Assert.Equal(["vc1.example.org", "vc2.example.org"], fleet.Scans.Select(vcenter => vcenter.Server));
        Assert.All(fleet.Scans, vcenter => Assert.Equal(SampleScan.Start, vcenter.ReadAt));
        Assert.All(fleet.Scans, vcenter => Assert.Contains("its latest scan is saved and cannot be read: the last one that can be is shown", vcenter.Problems));
        await latest.StopAsync(Cancel);
    }

    [Fact]
    public async Task What_was_read_before_the_store_went_away_is_read_again()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await Saved.ScanAsync(place, Of(0), Of(1));
        await using var store = await place.OpenAsync();
        await place.RunTextAsync("ALTER TABLE run RENAME TO kept; CREATE VIEW run AS SELECT id, document_id, kind, document_schema, started_at, subject, subject_uuid, state, cause, critical, warning, info, sha256, CASE WHEN id > (SELECT MIN(id) FROM kept) THEN (1 / (id - id))::text::bytea ELSE document END AS document FROM kept");
        await using var said = new StringWriter { NewLine = "\n" };
        using var latest = await StartedAsync(store, said);
        await Until.Async(() => Task.FromResult(said.ToString().Length > 0), () => "nothing went wrong");
        Assert.False(latest.IsCurrent);

        await place.RunTextAsync("DROP VIEW run; ALTER TABLE kept RENAME TO run");
        var fleet = await latest.WaitAsync(0, Cancel);
        Assert.Equal(["vc1.example.org", "vc2.example.org"], fleet.Scans.Select(vcenter => vcenter.Server));
        await Until.Async(() => Task.FromResult(said.ToString().Contains(" info store: over after ", StringComparison.Ordinal)), () => $"that it is over was not said: {said}");
        Assert.Equal(2, said.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        await latest.StopAsync(Cancel);
    }

    internal static async Task<LatestFleet> StartedAsync(FleetStore store, TextWriter? said = null)
    {
        var latest = new LatestFleet(
            store, TimeProvider.System, new Faults(TestLog.To(said ?? TextWriter.Null), TimeProvider.System), TestLog.None);
        await latest.StartAsync(Cancel);
        return latest;
    }

    private static ScanDocument Of(int index) =>
        SampleScan.Document with { Id = Guid.NewGuid(), VCenters = [SampleScan.Document.VCenters[index]], Findings = [] };
}
