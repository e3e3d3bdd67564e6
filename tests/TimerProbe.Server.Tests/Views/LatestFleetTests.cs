using Microsoft.Extensions.Logging.Abstractions;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Scans;
using TimerProbe.Reporting.Tests.Html;
using TimerProbe.Server.Tests.Running;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Tests.Views;

/// <summary>The fleet as a node knows it, from what lies in the store.</summary>
public sealed class LatestFleetTests
{
    private static readonly TimeSpan Later = TimeSpan.FromHours(1);

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task It_says_what_the_report_says_and_follows_what_others_save(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await Saved.ScanAsync(place, SampleScan.Document);
        await using var store = await place.OpenAsync();
        using var latest = new LatestFleet(store, TimeProvider.System, NullLogger<LatestFleet>.Instance);
        await latest.StartAsync(TestContext.Current.CancellationToken);
        var first = await latest.WaitAsync(0, TestContext.Current.CancellationToken);

        var report = new ScanReport(SampleScan.Document);
        Assert.Equal(report.Summary.Headline, first.Summary.Headline);
        Assert.Equal(report.WhatItTakes.Who, first.WhatItTakes.Who);
        Assert.Equal(report.Machines.Select(row => (row.Server, row.Facts.Id)), first.Machines.Select(machine => (machine.VCenter, machine.ManagedObjectId)));
        Assert.Equal(report.Clusters.Select(cluster => cluster.Name), first.Clusters.Select(cluster => cluster.Name));
        Assert.Equal(["vc3.example.org"], first.Unread);
        Assert.Empty(first.VCenters[0].Problems);
        Assert.Equal(SampleScan.Document.GuestResults!.Problems, first.VCenters[0].NotUsed);

        // One vCenter alone, later: the other stays as it was.
        var alone = SampleScan.Document with
        {
            Id = Guid.NewGuid(),
            StartedAt = SampleScan.Start + Later,
            VCenters = [SampleScan.Document.VCenters[0] with { VirtualMachines = [.. SampleScan.Document.VCenters[0].VirtualMachines.Where(machine => machine.Placement == Placement.Home)] }],
            Findings = [],
        };
        await Saved.ScanAsync(place, alone);
        var second = await latest.WaitAsync(first.Version, TestContext.Current.CancellationToken);
        Assert.Equal(0, second.VCenters[0].Counts.Away);
        Assert.Equal(SampleScan.Start + Later, second.VCenters[0].ReadAt);
        Assert.Equal(SampleScan.Start, second.VCenters[1].ReadAt);
        Assert.Equal(first.VCenters[1].Counts, second.VCenters[1].Counts);
        await latest.StopAsync(TestContext.Current.CancellationToken);
    }
}
