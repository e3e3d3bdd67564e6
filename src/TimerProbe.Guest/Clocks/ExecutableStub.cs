using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Clocks;

/// <summary>
/// A page of machine code for the instructions C# has no name for. It is written while writable and made executable
/// afterwards, never both at once; where policy refuses that, <see cref="Why"/> says so.
/// </summary>
internal sealed class ExecutableStub : IDisposable
{
    private nint _page;

    private ExecutableStub(nint page, string? why)
    {
        _page = page;
        Why = why;
    }

    /// <summary>Why there is no stub; null when there is one.</summary>
    public string? Why { get; }

    public nint Rdtsc => _page + StubCode.RdtscOffset;

    public nint Rdtscp => _page + StubCode.RdtscpOffset;

    public nint Ret => _page + StubCode.RetOffset;

    public static ExecutableStub Without(string why) => new(page: 0, why);

    public static ExecutableStub Create()
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64)
        {
            return Without($"RDTSC is an x86-64 instruction; this process runs on {RuntimeInformation.ProcessArchitecture}");
        }

        var code = StubCode.Assemble(OperatingSystem.IsWindows());
        var page = OperatingSystem.IsWindows() ? WindowsPages.Allocate(code, out var error) : LinuxPages.Allocate(code, out error);
        return page == 0 ? Without($"executable memory was refused: {error}") : new ExecutableStub(page, why: null);
    }

    public void Dispose()
    {
        var page = Interlocked.Exchange(ref _page, 0);
        if (page == 0)
        {
            return;
        }

        if (OperatingSystem.IsWindows())
        {
            WindowsPages.Free(page);
        }
        else
        {
            LinuxPages.Free(page);
        }
    }
}
