namespace TimerProbe.Guest.Inspection;

/// <summary>KUSER_SHARED_DATA, laid out as in Microsoft's ntddk.h since Windows 8.1.</summary>
/// <param name="BootId">How many times the loader has tried to start this system, since Windows 10; 0 before.</param>
internal sealed record KuserSharedData(int QpcBypassEnabled, int QpcShift, uint BootId)
{
    private const int Length = QpcShiftOffset + 1;
    private const int BootIdOffset = 0x2C4, QpcBypassEnabledOffset = 0x3C6, QpcShiftOffset = 0x3C7;
    private const nint Address = 0x7FFE_0000;

    /// <summary>Reads the page the kernel maps read-only into every process at 0x7FFE0000.</summary>
    [SupportedOSPlatform("windows")]
    public static unsafe KuserSharedData? Read() => Parse(new ReadOnlySpan<byte>((void*)Address, Length));

    public static KuserSharedData? Parse(ReadOnlySpan<byte> page) => page.Length < Length
        ? null
        : new KuserSharedData(
            page[QpcBypassEnabledOffset], page[QpcShiftOffset], BinaryPrimitives.ReadUInt32LittleEndian(page[BootIdOffset..]));
}
