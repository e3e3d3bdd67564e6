namespace TimerProbe.Guest.Clocks;

/// <summary>A page of code for instructions C# lacks, never writable and executable at once; <see cref="Why"/> if refused.</summary>
internal sealed partial class ExecutableStub : IDisposable
{
    internal const int RdtscOffset = 0, RdtscpOffset = 64;
    private const int RetOffset = 128;

    public const int Length = 192;

    // sys/mman.h: PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS.
    private const int ReadWrite = 3, ReadExecute = 5, PrivateAnonymous = 0x22;

    // memoryapi.h: MEM_COMMIT | MEM_RESERVE, MEM_RELEASE, PAGE_READWRITE, PAGE_EXECUTE_READ.
    private const uint CommitReserve = 0x3000, Release = 0x8000, PageReadWrite = 0x04, PageExecuteRead = 0x20;

    private nint _page;

    private ExecutableStub(nint page, string? why)
    {
        _page = page;
        Why = why;
    }

    public string? Why { get; }

    public nint Rdtsc => _page + RdtscOffset;

    public nint Rdtscp => _page + RdtscpOffset;

    public nint Ret => _page + RetOffset;

    public static ExecutableStub Without(string why) => new(page: 0, why);

    public static ExecutableStub Create()
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64)
        {
            return Without($"RDTSC is an x86-64 instruction; this process runs on {RuntimeInformation.ProcessArchitecture}");
        }

        var page = Allocate(Assemble(OperatingSystem.IsWindows()), out var error);
        return page == 0 ? Without($"executable memory was refused: {error}") : new ExecutableStub(page, why: null);
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _page, 0) is not 0 and var page)
        {
            Free(page);
        }
    }

    /// <summary>
    /// The page's bytes: the stubs, <c>void f(long* reading)</c>, with INT3 between them. The two calling conventions differ only in
    /// the register that brings the address, so each stub first moves it to R8, which RDTSCP leaves alone.
    /// </summary>
    internal static byte[] Assemble(bool windows)
    {
        byte[] takeAddress = windows ? [0x49, 0x89, 0xC8] : [0x49, 0x89, 0xF8]; // mov r8, rcx | mov r8, rdi
        byte[] storeReading =
        [
            0x48, 0xC1, 0xE2, 0x20, // shl rdx, 32
            0x48, 0x09, 0xD0, // or rax, rdx
            0x49, 0x89, 0x00, // mov [r8], rax
            0xC3, // ret
        ];

        var page = new byte[Length];
        Array.Fill(page, (byte)0xCC);
        Place(page, RdtscOffset, [.. takeAddress, 0x0F, 0x31, .. storeReading]);
        Place(page, RdtscpOffset, [.. takeAddress, 0x0F, 0x01, 0xF9, .. storeReading]);
        Place(page, RetOffset, [0xC3]);
        return page;
    }

    private static void Place(byte[] page, int offset, byte[] code) => code.CopyTo(page, offset);

    /// <returns>The page's address; 0 where policy refuses it, with the system's reason.</returns>
    private static nint Allocate(byte[] code, out string? error)
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

    private static void Free(nint page) =>
        _ = OperatingSystem.IsWindows() ? VirtualFree(page, 0, Release) : MemoryUnmap(page, Length) == 0;

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
