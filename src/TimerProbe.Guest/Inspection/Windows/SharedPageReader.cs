using System.Runtime.Versioning;
using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>
/// Reads the hypervisor's reference page, which Windows maps read-only into every process (from Windows 10 1803 on, as System Informer's
/// headers have it) and whose address NtQuerySystemInformation returns.
/// </summary>
[SupportedOSPlatform("windows")]
internal static unsafe class ReferencePageReader
{
    // The hypervisor changes the page when the machine migrates, not while it is read again and again.
    private const int Attempts = 100;

    public static Reading<ReferencePageFacts> Read()
    {
        nint address = 0;
        var status = Ntdll.NtQuerySystemInformation(
            Ntdll.SystemHypervisorSharedPageInformation, (byte*)&address, (uint)sizeof(nint), returned: null);
        return ReferencePageParser.Address(status, address).Then(page => Read(page!.Value));
    }

    private static Reading<ReferencePageFacts> Read(nint address)
    {
        Span<byte> copy = stackalloc byte[ReferencePageParser.Length];
        Span<byte> next = stackalloc byte[ReferencePageParser.Length];
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            if (!Copy(address, copy) || !Copy(address, next))
            {
                return Reading.Missing<ReferencePageFacts>("Windows reports where the page shared with the hypervisor is, but it cannot be read");
            }

            if (ReferencePageParser.Parse(copy, next) is { } page)
            {
                return Reading.From(page);
            }
        }

        return Reading.Missing<ReferencePageFacts>("the hypervisor changed the page while it was read, again and again");
    }

    // Through the kernel: an address that is not what it is taken for is then an answer, not the end of the process.
    private static bool Copy(nint address, Span<byte> copy)
    {
        fixed (byte* buffer = copy)
        {
            nuint read = 0;
            return Kernel32.ReadProcessMemory(Kernel32.GetCurrentProcess(), address, buffer, (nuint)copy.Length, &read) != 0
                && read == (nuint)copy.Length;
        }
    }
}
