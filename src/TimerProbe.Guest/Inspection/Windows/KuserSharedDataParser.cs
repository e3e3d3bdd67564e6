namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>How QueryPerformanceCounter reads, as the kernel tells every process.</summary>
/// <param name="QpcBypassEnabled">The bits of <see cref="TimerProbe.Core.Facts.QpcBypass"/>.</param>
/// <param name="QpcShift">By how many bits the TSC is shifted.</param>
internal sealed record KuserSharedData(int QpcBypassEnabled, int QpcShift);

/// <summary>Understands KUSER_SHARED_DATA, laid out as in Microsoft's ntddk.h since Windows 8.1.</summary>
internal static class KuserSharedDataParser
{
    /// <summary>The bytes that have to be read: all up to QpcShift.</summary>
    public const int Length = QpcShiftOffset + 1;

    private const int QpcBypassEnabledOffset = 0x3C6;
    private const int QpcShiftOffset = 0x3C7;

    /// <summary>The QPC fields; null when the page is cut short.</summary>
    public static KuserSharedData? Parse(ReadOnlySpan<byte> page) =>
        page.Length < Length ? null : new KuserSharedData(page[QpcBypassEnabledOffset], page[QpcShiftOffset]);
}
