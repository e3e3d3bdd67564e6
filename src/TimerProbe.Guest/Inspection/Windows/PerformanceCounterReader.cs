using System.Globalization;
using System.Runtime.Versioning;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

internal sealed record PerformanceCounterFacts(Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<double?> CpuStolenMs)
{
    /// <summary>No figure, and the same reason for each.</summary>
    public static PerformanceCounterFacts Missing(string why) =>
        new(Reading.Missing<Frequency?>(why), Reading.Missing<Frequency?>(why), Reading.Missing<double?>(why));
}

/// <summary>Reads VMware Tools' performance counters through PDH, by their English names. The first use may take a second.</summary>
[SupportedOSPlatform("windows")]
internal static class PerformanceCounterReader
{
    private const string HostSpeed = @"\VM Processor(_Total)\Host processor speed in MHz";
    private const string Limit = @"\VM Processor(_Total)\Limit in MHz";
    private const string Stolen = @"\VM Processor(_Total)\CPU stolen time";

    public static unsafe PerformanceCounterFacts Read()
    {
        nint query = 0, speed = 0, limit = 0, stolen = 0;
        var opened = Pdh.PdhOpenQueryW(null, 0, &query);
        if (opened != 0)
        {
            return PerformanceCounterFacts.Missing(PerformanceCounterParser.Why(opened));
        }

        try
        {
            var speedStatus = Pdh.PdhAddEnglishCounterW(query, HostSpeed, 0, &speed);
            var limitStatus = Pdh.PdhAddEnglishCounterW(query, Limit, 0, &limit);
            var stolenStatus = Pdh.PdhAddEnglishCounterW(query, Stolen, 0, &stolen);
            var collected = Pdh.PdhCollectQueryData(query);
            var (hostStatus, host) = Value(speed, speedStatus, collected);
            var (boundStatus, bound) = Value(limit, limitStatus, collected);
            var (lostStatus, lost) = RawValue(stolen, stolenStatus, collected);
            return new PerformanceCounterFacts(
                PerformanceCounterParser.HostHz(hostStatus, host),
                PerformanceCounterParser.LimitHz(boundStatus, bound),
                PerformanceCounterParser.CpuStolenMs(lostStatus, lost));
        }
        finally
        {
            _ = Pdh.PdhCloseQuery(query);
        }
    }

    private static unsafe (uint Status, double Value) Value(nint counter, uint added, uint collected)
    {
        if (added != 0 || collected != 0)
        {
            return (added != 0 ? added : collected, 0);
        }

        PdhCounterValue value;
        var formatted = Pdh.PdhGetFormattedCounterValue(counter, Pdh.FormatDouble, null, &value);
        return (formatted != 0 ? formatted : value.Status, value.Value);
    }

    // As a formatted value, a counter that its provider declares as a rate would be one.
    private static unsafe (uint Status, long Value) RawValue(nint counter, uint added, uint collected)
    {
        if (added != 0 || collected != 0)
        {
            return (added != 0 ? added : collected, 0);
        }

        PdhRawCounter value;
        var read = Pdh.PdhGetRawCounterValue(counter, null, &value);
        return (read != 0 ? read : value.Status, value.FirstValue);
    }
}

internal static class PerformanceCounterParser
{
    // winperf/pdhmsg.h: PDH_CSTATUS_NO_OBJECT, PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_NO_INSTANCE.
    private const uint NoObject = 0xC000_0BB8;
    private const uint NoCounter = 0xC000_0BB9;
    private const uint NoInstance = 0x8000_07D1;

    // PDH_CSTATUS_VALID_DATA, PDH_CSTATUS_NEW_DATA.
    private const uint ValidData = 0;
    private const uint NewData = 1;

    public static Reading<Frequency?> HostHz(uint status, double megahertz) => status switch
    {
        ValidData or NewData when megahertz is >= 100 and <= 20_000 => Reading.From<Frequency?>(Frequency.FromMegahertz(megahertz)),
        ValidData or NewData => Reading.Missing<Frequency?>("the VMware Tools counter is there but reports no speed"),
        _ => Reading.Missing<Frequency?>(Why(status)),
    };

    /// <summary>The limit in MHz; null without one, which VMware writes as all ones.</summary>
    public static Reading<Frequency?> LimitHz(uint status, double megahertz) => status switch
    {
        ValidData or NewData => Reading.From<Frequency?>(megahertz is > 0 and < uint.MaxValue ? Frequency.FromMegahertz(megahertz) : null),
        _ => Reading.Missing<Frequency?>(Why(status)),
    };

    /// <summary>The time other virtual machines took, as the Tools count it: milliseconds as far as they tell.</summary>
    public static Reading<double?> CpuStolenMs(uint status, long raw) => status switch
    {
        ValidData or NewData when raw >= 0 => Reading.From<double?>(raw),
        ValidData or NewData => Reading.Missing<double?>("the VMware Tools counter is there but reports no time"),
        _ => Reading.Missing<double?>(Why(status)),
    };

    /// <summary>What a status other than that of valid data means.</summary>
    public static string Why(uint status) => status is NoObject or NoCounter or NoInstance
        ? "VMware Tools counters are not installed, or not for this account"
        : string.Create(CultureInfo.InvariantCulture, $"VMware Tools counters could not be read (PDH status 0x{status:x8})");
}
