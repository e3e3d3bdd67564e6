namespace TimerProbe.Guest.Clocks;

/// <summary>A page of machine code for the instructions C# has no name for; where policy refuses it, <see cref="Why"/> says so.</summary>
internal sealed class ExecutableStub : IDisposable
{
    internal const int RdtscOffset = 0, RdtscpOffset = 64;
    private const int RetOffset = 128;

    public const int Length = 192;

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

        var page = ExecutablePage.Allocate(Assemble(OperatingSystem.IsWindows()), out var error);
        return page == 0 ? Without($"executable memory was refused: {error}") : new ExecutableStub(page, why: null);
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _page, 0) is not 0 and var page)
        {
            ExecutablePage.Free(page);
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
}
