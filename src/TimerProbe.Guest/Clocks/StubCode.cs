namespace TimerProbe.Guest.Clocks;

/// <summary>
/// The machine code of the stubs, <c>void f(long* reading)</c>. The two calling conventions differ only in the register
/// that brings the address, so each stub first moves it to R8, which RDTSCP leaves alone.
/// </summary>
internal static class StubCode
{
    public const int RdtscOffset = 0;
    public const int RdtscpOffset = 64;
    public const int RetOffset = 128;

    public const int Length = 192;

    /// <summary>The page's bytes; INT3 between the stubs.</summary>
    public static byte[] Assemble(bool windows)
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
