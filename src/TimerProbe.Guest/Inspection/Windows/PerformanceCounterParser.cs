using System.Globalization;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Understands the counters that VMware Tools add to Windows.</summary>
internal static class PerformanceCounterParser
{
    // winperf/pdhmsg.h: PDH_CSTATUS_NO_OBJECT, PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_NO_INSTANCE.
    private const uint NoObject = 0xC000_0BB8;
    private const uint NoCounter = 0xC000_0BB9;
    private const uint NoInstance = 0x8000_07D1;

    // PDH_CSTATUS_VALID_DATA, PDH_CSTATUS_NEW_DATA.
    private const uint ValidData = 0;
    private const uint NewData = 1;

    /// <summary>The host's speed in MHz.</summary>
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
