namespace TimerProbe.Fleet.Tests.Running;

/// <summary>Scans of the sample fleet, saved so many hours after <see cref="SampleFleet.Start"/>.</summary>
internal static class SavedScans
{
    public static async Task ScannedAsync(this FleetStore store, params (double Hour, VCenterFacts VCenter)[] scans)
    {
        foreach (var (hour, vcenter) in scans)
        {
            await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start.AddHours(hour), vcenter), cancellationToken: Cancel);
        }
    }
}
