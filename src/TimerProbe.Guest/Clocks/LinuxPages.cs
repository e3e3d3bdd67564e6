using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Clocks;

internal static partial class LinuxPages
{
    private const int ProtRead = 1;
    private const int ProtWrite = 2;
    private const int ProtExec = 4;
    private const int MapPrivate = 2;
    private const int MapAnonymous = 0x20;

    public static nint Allocate(byte[] code, out string? error)
    {
        var page = MemoryMap(0, (nuint)code.Length, ProtRead | ProtWrite, MapPrivate | MapAnonymous, -1, 0);
        if (page == -1)
        {
            error = Marshal.GetLastPInvokeErrorMessage();
            return 0;
        }

        Marshal.Copy(code, 0, page, code.Length);
        if (MemoryProtect(page, (nuint)code.Length, ProtRead | ProtExec) != 0)
        {
            error = Marshal.GetLastPInvokeErrorMessage();
            Free(page);
            return 0;
        }

        error = null;
        return page;
    }

    public static void Free(nint page) => _ = MemoryUnmap(page, ExecutableStub.Length);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial nint MemoryMap(nint address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    private static partial int MemoryProtect(nint address, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int MemoryUnmap(nint address, nuint length);
}
