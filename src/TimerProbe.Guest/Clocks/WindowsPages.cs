using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Clocks;

internal static partial class WindowsPages
{
    private const uint MemCommitReserve = 0x3000;
    private const uint MemRelease = 0x8000;
    private const uint PageReadWrite = 0x04;
    private const uint PageExecuteRead = 0x20;

    public static nint Allocate(byte[] code, out string? error)
    {
        var page = VirtualAlloc(0, (nuint)code.Length, MemCommitReserve, PageReadWrite);
        if (page == 0)
        {
            error = Marshal.GetLastPInvokeErrorMessage();
            return 0;
        }

        Marshal.Copy(code, 0, page, code.Length);
        if (!VirtualProtect(page, (nuint)code.Length, PageExecuteRead, out _) || !FlushInstructionCache(-1, page, (nuint)code.Length))
        {
            error = Marshal.GetLastPInvokeErrorMessage();
            Free(page);
            return 0;
        }

        error = null;
        return page;
    }

    public static void Free(nint page) => _ = VirtualFree(page, 0, MemRelease);

    [LibraryImport("kernel32.dll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial nint VirtualAlloc(nint address, nuint size, uint allocationType, uint protect);

    [LibraryImport("kernel32.dll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool VirtualProtect(nint address, nuint size, uint newProtect, out uint oldProtect);

    [LibraryImport("kernel32.dll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool FlushInstructionCache(nint process, nint address, nuint size);

    [LibraryImport("kernel32.dll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool VirtualFree(nint address, nuint size, uint freeType);
}
