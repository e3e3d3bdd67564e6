namespace TimerProbe.Guest.Clocks;

/// <summary>A page of machine code: written while writable, executable afterwards, never both at once.</summary>
internal static partial class ExecutablePage
{
    // sys/mman.h: PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS.
    private const int ReadWrite = 3, ReadExecute = 5, PrivateAnonymous = 0x22;

    // memoryapi.h: MEM_COMMIT | MEM_RESERVE, MEM_RELEASE, PAGE_READWRITE, PAGE_EXECUTE_READ.
    private const uint CommitReserve = 0x3000, Release = 0x8000, PageReadWrite = 0x04, PageExecuteRead = 0x20;

    /// <returns>The page's address; 0 where policy refuses it, with the system's reason.</returns>
    public static nint Allocate(byte[] code, out string? error)
    {
        error = null;
        var length = (nuint)code.Length;
        var page = OperatingSystem.IsWindows()
            ? VirtualAlloc(0, length, CommitReserve, PageReadWrite)
            : MemoryMap(0, length, ReadWrite, PrivateAnonymous, -1, 0);
        if (page is 0 or -1)
        {
            error = Marshal.GetLastPInvokeErrorMessage();
            return 0;
        }

        Marshal.Copy(code, 0, page, code.Length);
        var isExecutable = OperatingSystem.IsWindows()
            ? VirtualProtect(page, length, PageExecuteRead, out _) && FlushInstructionCache(-1, page, length)
            : MemoryProtect(page, length, ReadExecute) == 0;
        if (!isExecutable)
        {
            error = Marshal.GetLastPInvokeErrorMessage();
            Free(page);
            return 0;
        }

        return page;
    }

    public static void Free(nint page) =>
        _ = OperatingSystem.IsWindows() ? VirtualFree(page, 0, Release) : MemoryUnmap(page, ExecutableStub.Length) == 0;

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial nint MemoryMap(nint address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    private static partial int MemoryProtect(nint address, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int MemoryUnmap(nint address, nuint length);

    [LibraryImport("kernel32.dll", SetLastError = true)]
    private static partial nint VirtualAlloc(nint address, nuint size, uint allocationType, uint protect);

    [LibraryImport("kernel32.dll", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool VirtualProtect(nint address, nuint size, uint newProtect, out uint oldProtect);

    [LibraryImport("kernel32.dll", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool FlushInstructionCache(nint process, nint address, nuint size);

    [LibraryImport("kernel32.dll")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool VirtualFree(nint address, nuint size, uint freeType);
}
