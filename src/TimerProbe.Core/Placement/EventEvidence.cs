using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>What vCenter's events tell of a home: the host of the power-on, and the frequency that it had then.</summary>
internal static class EventEvidence
{
    /// <summary>
    /// The evidence; null where the host's frequency is not known. The power-on is unconfirmed where nothing but the event says that the
    /// machine was off before; the host is null when it is no longer in the inventory.
    /// </summary>
    public static HomeEvidence? Of(DateTimeOffset since, bool isUnconfirmed, HostFacts? host, IReadOnlyList<HostRecord> records)
    {
        if (HostRecords.At(records, since) is { } record)
        {
            var certainty = isUnconfirmed ? EvidenceCertainty.Inferred : EvidenceCertainty.Recorded;
            return Evidence(record.Hz, certainty, "the power-on event names the host, and an earlier scan read its frequency in the same run of the host");
        }

        if (host is not { Hz: { } hz })
        {
            return null;
        }

        var inferred = host.BootTime is not { } boot ? "the power-on event names the host; since when the host has been running is not reported"
            : boot - since > HomeFinder.BootTimeSlack ? "the power-on event names the host, which was restarted since: a host keeps its frequency over a restart"
            : isUnconfirmed ? "a power-on event names the host; whether the machine was off before is not recorded"
            : null;
        return inferred is null
            ? Evidence(hz, EvidenceCertainty.Recorded, "the power-on event names the host, and its frequency was read in the same run of the host")
            : Evidence(hz, EvidenceCertainty.Inferred, inferred);

        HomeEvidence Evidence(Units.Frequency hz, EvidenceCertainty certainty, string says) =>
            new(HomeSource.Event, hz, hz, since, certainty, says) { Host = host?.Name };
    }
}
