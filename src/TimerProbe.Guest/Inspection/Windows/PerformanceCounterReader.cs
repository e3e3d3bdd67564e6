namespace TimerProbe.Guest.Inspection;

/// <summary>Reads VMware Tools' performance counters through PDH, by their English names. The first use may take a second.</summary>
internal static partial class PerformanceCounterReader
{
    private const string HostSpeed = @"\VM Processor(_Total)\Host processor speed in MHz";
    private const string Limit = @"\VM Processor(_Total)\Limit in MHz";
    private const string Stolen = @"\VM Processor(_Total)\CPU stolen time";

    // winperf/pdhmsg.h: PDH_CSTATUS_NO_OBJECT, PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_NO_INSTANCE.
    private const uint NoObject = 0xC000_0BB8, NoCounter = 0xC000_0BB9, NoInstance = 0x8000_07D1;

    // PDH_CSTATUS_VALID_DATA, PDH_CSTATUS_NEW_DATA.
    private const uint ValidData = 0, NewData = 1;

    private const uint FormatDouble = 0x200;

    [SupportedOSPlatform("windows")]
    public static unsafe PerformanceCounterFacts Read()
    {
        nint query = 0, speed = 0, limit = 0, stolen = 0;
        var opened = PdhOpenQueryW(null, 0, &query);
        if (opened != 0)
        {
            return PerformanceCounterFacts.Missing(Reason(opened));
        }

        try
        {
            var speedStatus = PdhAddEnglishCounterW(query, HostSpeed, 0, &speed);
            var limitStatus = PdhAddEnglishCounterW(query, Limit, 0, &limit);
            var stolenStatus = PdhAddEnglishCounterW(query, Stolen, 0, &stolen);
            var collected = PdhCollectQueryData(query);
            var (hostStatus, host) = Value(speed, speedStatus, collected);
            var (boundStatus, bound) = Value(limit, limitStatus, collected);
            var (lostStatus, lost) = RawValue(stolen, stolenStatus, collected);
            return new PerformanceCounterFacts(HostHz(hostStatus, host), LimitHz(boundStatus, bound), CpuStolenMs(lostStatus, lost));
        }
        finally
        {
            _ = PdhCloseQuery(query);
        }
    }

    internal static Reading<Frequency?> HostHz(uint status, double megahertz) => status switch
    {
        ValidData or NewData when megahertz is >= 100 and <= 20_000 => Reading.From<Frequency?>(Frequency.FromMegahertz(megahertz)),
        ValidData or NewData => Reading.Missing<Frequency?>("the VMware Tools counter is there but reports no speed"),
        _ => Reading.Missing<Frequency?>(Reason(status)),
    };

    /// <summary>The limit in MHz; null without one, which VMware writes as all ones.</summary>
    internal static Reading<Frequency?> LimitHz(uint status, double megahertz) => status switch
    {
        ValidData or NewData => Reading.From<Frequency?>(megahertz is > 0 and < uint.MaxValue ? Frequency.FromMegahertz(megahertz) : null),
        _ => Reading.Missing<Frequency?>(Reason(status)),
    };

    internal static Reading<double?> CpuStolenMs(uint status, long raw) => status switch
    {
        ValidData or NewData when raw >= 0 => Reading.From<double?>(raw),
        ValidData or NewData => Reading.Missing<double?>("the VMware Tools counter is there but reports no time"),
        _ => Reading.Missing<double?>(Reason(status)),
    };

    internal static string Reason(uint status) => status is NoObject or NoCounter or NoInstance
        ? "VMware Tools counters are not installed, or not for this account"
        : $"VMware Tools counters could not be read (PDH status 0x{status:x8})";

    [SupportedOSPlatform("windows")]
    private static unsafe (uint Status, double Value) Value(nint counter, uint added, uint collected)
    {
        if (added != 0 || collected != 0)
        {
            return (added != 0 ? added : collected, 0);
        }

        PdhCounterValue value;
        var formatted = PdhGetFormattedCounterValue(counter, FormatDouble, null, &value);
        return (formatted != 0 ? formatted : value.Status, value.Value);
    }

    // As a formatted value, a counter that its provider declares as a rate would be one.
    [SupportedOSPlatform("windows")]
    private static unsafe (uint Status, long Value) RawValue(nint counter, uint added, uint collected)
    {
        if (added != 0 || collected != 0)
        {
            return (added != 0 ? added : collected, 0);
        }

        PdhRawCounter value;
        var read = PdhGetRawCounterValue(counter, null, &value);
        return (read != 0 ? read : value.Status, value.FirstValue);
    }

    [LibraryImport("pdh", StringMarshalling = StringMarshalling.Utf16)]
    private static unsafe partial uint PdhOpenQueryW(string? dataSource, nint userData, nint* query);

    [LibraryImport("pdh", StringMarshalling = StringMarshalling.Utf16)]
    private static unsafe partial uint PdhAddEnglishCounterW(nint query, string path, nint userData, nint* counter);

    [LibraryImport("pdh")]
    private static partial uint PdhCollectQueryData(nint query);

    [LibraryImport("pdh")]
    private static unsafe partial uint PdhGetFormattedCounterValue(nint counter, uint format, uint* type, PdhCounterValue* value);

    [LibraryImport("pdh")]
    private static unsafe partial uint PdhGetRawCounterValue(nint counter, uint* type, PdhRawCounter* value);

    [LibraryImport("pdh")]
    private static partial uint PdhCloseQuery(nint query);
}

internal sealed record PerformanceCounterFacts(Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<double?> CpuStolenMs)
{
    public static PerformanceCounterFacts Missing(string why) =>
        new(Reading.Missing<Frequency?>(why), Reading.Missing<Frequency?>(why), Reading.Missing<double?>(why));
}

/// <summary>PDH_FMT_COUNTERVALUE with the double of its union.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PdhCounterValue
{
    public uint Status;
    public double Value;
}

/// <summary>PDH_RAW_COUNTER: a counter as its provider keeps it.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PdhRawCounter
{
    public uint Status;
    private readonly uint _timeStampLow;
    private readonly uint _timeStampHigh;
    public long FirstValue;
    private readonly long _secondValue;
    private readonly uint _multiCount;
}
