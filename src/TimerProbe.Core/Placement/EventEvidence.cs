using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>What vCenter's events tell of a home: the host of the power-on, and the frequency that it had then.</summary>
internal static class EventEvidence
{
    /// <summary>The evidence; null where the host's frequency is not known.</summary>
    /// <param name="since">When the machine was powered on there.</param>
    /// <param name="isUnconfirmed">Whether nothing but the event itself says that it was off before.</param>
    /// <param name="host">The host as it is now; null when it is no longer in the inventory.</param>
    /// <param name="records">What earlier scans saw of the host.</param>
    public static HomeEvidence? Of(DateTimeOffset since, bool isUnconfirmed, HostFacts? host, IReadOnlyList<HostRecord> records)
    {
        if (HostRecords.At(records, since) is { } record)
        {
            return Evidence(host, since, record.Hz, isUnconfirmed ? EvidenceCertainty.Inferred : EvidenceCertainty.Recorded,
                "the power-on event names the host, and an earlier scan read its frequency in the same run of the host");
        }

        return host is not { Hz: { } hz } ? null
            : host.BootTime is not { } boot ? Evidence(
                host,
                since,
                hz,
                EvidenceCertainty.Inferred,
                "the power-on event names the host; since when the host has been running is not reported")
            : boot - since > HomeFinder.BootTimeSlack ? Evidence(
                host,
                since,
                hz,
                EvidenceCertainty.Inferred,
                "the power-on event names the host, which was restarted since: a host keeps its frequency over a restart")
            : isUnconfirmed ? Evidence(
                host,
                since,
                hz,
                EvidenceCertainty.Inferred,
                "a power-on event names the host; whether the machine was off before is not recorded")
            : Evidence(
                host,
                since,
                hz,
                EvidenceCertainty.Recorded,
                "the power-on event names the host, and its frequency was read in the same run of the host");
    }

    private static HomeEvidence Evidence(
        HostFacts? host, DateTimeOffset since, Units.Frequency hz, EvidenceCertainty certainty, string says) =>
        new(HomeSource.Event, hz, hz, since, certainty, says) { Host = host?.Name };
}
