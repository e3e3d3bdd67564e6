using System.Buffers.Binary;
using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>
/// Understands HV_REFERENCE_TSC_PAGE: u32 TscSequence, u32 reserved, u64 TscScale, i64 TscOffset (Microsoft's Hypervisor Top-Level Functional
/// Specification, "Reference TSC Page"; <c>struct ms_hyperv_tsc_page</c> in Linux).
/// </summary>
internal static class ReferencePageParser
{
    /// <summary>The bytes that have to be read: all up to TscOffset's end.</summary>
    public const int Length = 24;

    /// <summary>
    /// Two copies of the page, one made after the other. The hypervisor changes the sequence whenever it changes the rest, so a sequence that is the
    /// same in both means that what the first copy has between them belongs together. Null when it does not: the copies have to be made again.
    /// </summary>
    public static ReferencePageFacts? Parse(ReadOnlySpan<byte> copy, ReadOnlySpan<byte> next) =>
        copy.Length < Length || next.Length < sizeof(uint) || Sequence(copy) != Sequence(next)
            ? null
            : new ReferencePageFacts(
                Sequence(copy), BinaryPrimitives.ReadUInt64LittleEndian(copy[8..]), BinaryPrimitives.ReadInt64LittleEndian(copy[16..]));

    /// <summary>Where the page is, by the answer of NtQuerySystemInformation.</summary>
    /// <param name="status">The call's NTSTATUS.</param>
    /// <param name="address">The pointer it filled.</param>
    public static Reading<nint?> Address(int status, nint address) => status switch
    {
        < 0 => Reading.Missing<nint?>(string.Create(
            CultureInfo.InvariantCulture, $"Windows does not show the page that it shares with the hypervisor (status 0x{status:x8})")),
        _ when address == 0 => Reading.Missing<nint?>("Windows shares no page with a hypervisor"),
        _ => Reading.From<nint?>(address),
    };

    private static uint Sequence(ReadOnlySpan<byte> copy) => BinaryPrimitives.ReadUInt32LittleEndian(copy);
}
