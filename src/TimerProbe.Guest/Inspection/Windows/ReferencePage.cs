namespace TimerProbe.Guest.Inspection;

/// <summary>
/// Reads the hypervisor's reference page, which Windows maps read-only into every process (from Windows 10 1803 on, as System
/// Informer's headers have it) and whose address NtQuerySystemInformation returns. HV_REFERENCE_TSC_PAGE is u32 TscSequence, u32
/// reserved, u64 TscScale, i64 TscOffset (Microsoft's Hypervisor Top-Level Functional Specification, "Reference TSC Page";
/// <c>struct ms_hyperv_tsc_page</c> in Linux).
/// </summary>
internal static unsafe class ReferencePage
{
    private const int Length = 24;

    // The hypervisor changes the page when the machine migrates, not while it is read again and again.
    private const int Attempts = 100;

    [SupportedOSPlatform("windows")]
    public static Reading<ReferencePageFacts> Read()
    {
        nint address = 0;
        var status = Win32.NtQuerySystemInformation(
            Win32.SystemHypervisorSharedPageInformation, (byte*)&address, (uint)sizeof(nint), returned: null);
        return Address(status, address).Then(page => Read(page!.Value));
    }

    /// <summary>The page's TSC frequency where CPUID 0x40000010 reports none, as under virtualization-based security.</summary>
    public static HypervisorFacts AddTsc(HypervisorFacts hypervisor, ReferencePageFacts? page, UnavailableFacts unavailable)
    {
        if (hypervisor.VirtualTscHz is not null || page?.ToldTscHz is not { } reported)
        {
            return hypervisor;
        }

        unavailable.Close("virtualTscHz");
        return hypervisor with { VirtualTscHz = reported, VirtualTscSource = TscRateSource.ReferencePage };
    }

    public static ReferencePageFacts? Parse(ReadOnlySpan<byte> copy, ReadOnlySpan<byte> next) =>
        copy.Length < Length || next.Length < sizeof(uint) || Sequence(copy) != Sequence(next)
            ? null
            : new ReferencePageFacts(
                Sequence(copy), BinaryPrimitives.ReadUInt64LittleEndian(copy[8..]), BinaryPrimitives.ReadInt64LittleEndian(copy[16..]));

    public static Reading<nint?> Address(int status, nint address) => status switch
    {
        < 0 => Reading.Missing<nint?>($"Windows does not show the page that it shares with the hypervisor (status 0x{status:x8})"),
        _ when address == 0 => Reading.Missing<nint?>("Windows shares no page with a hypervisor"),
        _ => Reading.From<nint?>(address),
    };

    [SupportedOSPlatform("windows")]
    private static Reading<ReferencePageFacts> Read(nint address)
    {
        Span<byte> copy = stackalloc byte[Length];
        Span<byte> next = stackalloc byte[Length];
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            if (!Copy(address, copy) || !Copy(address, next))
            {
                return Reading.Missing<ReferencePageFacts>("Windows reports where the page shared with the hypervisor is, but it cannot be read");
            }

            if (Parse(copy, next) is { } page)
            {
                return Reading.From(page);
            }
        }

        return Reading.Missing<ReferencePageFacts>("the hypervisor changed the page while it was read, again and again");
    }

    // Through the kernel: an address that is not what it is taken for is then an answer, not the end of the process.
    [SupportedOSPlatform("windows")]
    private static bool Copy(nint address, Span<byte> copy)
    {
        fixed (byte* buffer = copy)
        {
            nuint read = 0;
            return Win32.ReadProcessMemory(Win32.GetCurrentProcess(), address, buffer, (nuint)copy.Length, &read) != 0
                && read == (nuint)copy.Length;
        }
    }

    private static uint Sequence(ReadOnlySpan<byte> copy) => BinaryPrimitives.ReadUInt32LittleEndian(copy);
}
