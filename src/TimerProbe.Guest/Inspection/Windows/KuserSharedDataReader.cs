using System.Buffers.Binary;
using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads the page the kernel maps read-only into every process at 0x7FFE0000.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class KuserSharedDataReader
{
    private const nint Address = 0x7FFE_0000;

    public static KuserSharedData? Read() =>
        KuserSharedDataParser.Parse(new ReadOnlySpan<byte>((void*)Address, KuserSharedDataParser.Length));
}

/// <summary>How QueryPerformanceCounter reads, as the kernel tells every process.</summary>
/// <param name="QpcBypassEnabled">The bits of <see cref="TimerProbe.Core.Facts.QpcBypass"/>.</param>
/// <param name="QpcShift">By how many bits the TSC is shifted.</param>
/// <param name="BootId">How many times the loader has tried to start this system, since Windows 10; 0 when not told.</param>
internal sealed record KuserSharedData(int QpcBypassEnabled, int QpcShift, uint BootId);

/// <summary>Understands KUSER_SHARED_DATA, laid out as in Microsoft's ntddk.h since Windows 8.1.</summary>
internal static class KuserSharedDataParser
{
    /// <summary>The bytes that have to be read: all up to QpcShift.</summary>
    public const int Length = QpcShiftOffset + 1;

    private const int BootIdOffset = 0x2C4;
    private const int QpcBypassEnabledOffset = 0x3C6;
    private const int QpcShiftOffset = 0x3C7;

    /// <summary>The QPC fields; null when the page is cut short.</summary>
    public static KuserSharedData? Parse(ReadOnlySpan<byte> page) =>
        page.Length < Length
            ? null
            : new KuserSharedData(
                page[QpcBypassEnabledOffset], page[QpcShiftOffset], BinaryPrimitives.ReadUInt32LittleEndian(page[BootIdOffset..]));
}
