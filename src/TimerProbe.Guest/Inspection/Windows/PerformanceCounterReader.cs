using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

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

internal static partial class Pdh
{
    /// <summary>PDH_FMT_DOUBLE.</summary>
    public const uint FormatDouble = 0x200;

    [LibraryImport("pdh", StringMarshalling = StringMarshalling.Utf16)]
    public static unsafe partial uint PdhOpenQueryW(string? dataSource, nint userData, nint* query);

    [LibraryImport("pdh", StringMarshalling = StringMarshalling.Utf16)]
    public static unsafe partial uint PdhAddEnglishCounterW(nint query, string path, nint userData, nint* counter);

    [LibraryImport("pdh")]
    public static partial uint PdhCollectQueryData(nint query);

    [LibraryImport("pdh")]
    public static unsafe partial uint PdhGetFormattedCounterValue(nint counter, uint format, uint* type, PdhCounterValue* value);

    [LibraryImport("pdh")]
    public static unsafe partial uint PdhGetRawCounterValue(nint counter, uint* type, PdhRawCounter* value);

    [LibraryImport("pdh")]
    public static partial uint PdhCloseQuery(nint query);
}
