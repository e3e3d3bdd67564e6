using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Inspection.Windows;

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
