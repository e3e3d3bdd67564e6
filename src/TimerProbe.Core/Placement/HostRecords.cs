using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>A host as an earlier scan saw it.</summary>
/// <param name="Hz">Its frequency.</param>
/// <param name="CpuModel">Its processor; null when not told.</param>
/// <param name="BootTime">When it was started.</param>
/// <param name="SeenUntil">The last time that it was seen so, or soon after; null when it is so now.</param>
public sealed record HostRecord(Frequency Hz, string? CpuModel, DateTimeOffset BootTime, DateTimeOffset? SeenUntil);

/// <summary>Finds among the records of one host the one that matters.</summary>
internal static class HostRecords
{
    /// <summary>
    /// Calibration differs by some ppm from start to start of a host, and frequency classes by per
    /// cent: what differs by more is another processor or another setting.
    /// </summary>
    public static readonly PartsPerMillion CalibrationLimit = new(50);

    /// <summary>The record of the run of the host that a moment lies in; null when no scan saw that run.</summary>
    public static HostRecord? At(IEnumerable<HostRecord> records, DateTimeOffset moment) => records
        .Where(record => record.BootTime - moment <= HomeFinder.BootTimeSlack)
        .MaxBy(record => record.BootTime) is { } last && !(last.SeenUntil < moment) ? last : null;

    /// <summary>The host with the frequency it had before its last start, where that was another one.</summary>
    public static HostFacts WithEarlier(HostFacts host, IEnumerable<HostRecord> records) =>
        host is { Hz: { } hz, BootTime: { } boot }
        && records.Where(record => boot - record.BootTime > HomeFinder.BootTimeSlack).MaxBy(record => record.BootTime) is { } before
        && (hz.DifferenceFrom(before.Hz).Magnitude.Value > CalibrationLimit.Value)
            ? host with { EarlierHz = before.Hz, ChangedAt = boot }
            : host;
}
