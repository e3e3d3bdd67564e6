using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Files;

/// <summary>The C library of Linux. Source-generated marshalling would need unsafe code, which this project does without.</summary>
internal static class FileLibc
{
    /// <summary>
    /// asm-generic/fcntl.h, the same on x86-64 and arm64: read only, no controlling terminal, no wait for a pipe's writer, not inherited.
    /// </summary>
    public const int ReadWithoutWaiting = 0x100 | 0x800 | 0x80000;

    /// <summary>AT_FDCWD, for statx by a path; AT_EMPTY_PATH, for statx by a descriptor.</summary>
    public const int PresentFolder = -100, EmptyPath = 0x1000;

    /// <summary>STATX_TYPE.</summary>
    public const uint OnlyType = 1;

    /// <summary>sizeof(struct statx), include/uapi/linux/stat.h: the same for every processor.</summary>
    public const int StatXLength = 256;

    /// <summary>offsetof(struct statx, stx_mode), 16 bits.</summary>
    public const int StatXMode = 28;

    /// <summary>errno.h: ENOENT, ENXIO, EACCES, ENOTDIR, ELOOP.</summary>
    public const int NotThere = 2, NoDevice = 6, NoAccess = 13, NotAFolder = 20, LinksInCircles = 40;

    public static SafeFileHandle Open(string path, int flags) => Open(Encoding.UTF8.GetBytes(path + '\0'), flags);

    public static int StatX(int folder, string path, int flags, uint mask, byte[] result) =>
        StatX(folder, Encoding.UTF8.GetBytes(path + '\0'), flags, mask, result);

#pragma warning disable SYSLIB1054
    [DllImport("libc", EntryPoint = "open", SetLastError = true, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern SafeFileHandle Open(byte[] path, int flags);

    [DllImport("libc", EntryPoint = "statx", SetLastError = true, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatX(int folder, byte[] path, int flags, uint mask, [Out] byte[] result);
#pragma warning restore SYSLIB1054
}

/// <summary>kernel32 of Windows. Source-generated marshalling would need unsafe code, which this project does without.</summary>
internal static class FileKernel32
{
    /// <summary>FILE_TYPE_DISK, FILE_TYPE_CHAR, FILE_TYPE_PIPE of winbase.h.</summary>
    public const int Disk = 1, Character = 2, Pipe = 3;

#pragma warning disable SYSLIB1054
    [DllImport("kernel32.dll", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static extern int GetFileType(SafeFileHandle file);
#pragma warning restore SYSLIB1054
}
