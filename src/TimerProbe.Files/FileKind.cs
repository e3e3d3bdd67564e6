using System.Buffers.Binary;

namespace TimerProbe.Files;

/// <summary>Asks the system what a file is, and says what is none that can be read to its end.</summary>
public static class FileKind
{
    internal const string NoFile = "no file";
    internal const int NotThere = 2, NotAFolder = 20;

    private const string Device = "a device, not a file";
    private const string Pipe = "a pipe, not a file";

    // linux/stat.h, the same on x86-64 and arm64: AT_FDCWD, AT_EMPTY_PATH, STATX_TYPE, and the length of struct statx.
    private const int PresentFolder = -100, EmptyPath = 0x1000, StatXLength = 256;
    private const uint OnlyType = 1;

    /// <summary>offsetof(struct statx, stx_mode), 16 bits.</summary>
    private const int StatXMode = 28;

    /// <summary>What a path leads to, such as "a folder"; null for a regular file, for nothing, and where it cannot be told.</summary>
    public static string? NotRegular(string path) => !OperatingSystem.IsLinux() ? Directory.Exists(path) ? "a folder" : null
        : GetStatus(PresentFolder, path, flags: 0) is { } status ? NotRegular(status)
        : null;

    /// <summary>Whether a path leads to nothing, rather than to what may not be looked at.</summary>
    public static bool IsMissing(string path) => OperatingSystem.IsLinux()
        ? GetStatus(PresentFolder, path, flags: 0) is null && Marshal.GetLastPInvokeError() is NotThere or NotAFolder
        : !Path.Exists(path);

    public static bool IsOfKernel(string path) => OperatingSystem.IsLinux() && !Begins(path, "/dev/shm/")
        && (Begins(path, "/proc/") || Begins(path, "/sys/") || Begins(path, "/dev/"));

    /// <summary>What an open file is; null for a regular one.</summary>
    internal static string? NotRegular(SafeFileHandle file)
    {
        if (OperatingSystem.IsWindows())
        {
            // FILE_TYPE_DISK, FILE_TYPE_CHAR, FILE_TYPE_PIPE of winbase.h.
            return GetFileType(file) switch
            {
                1 => null,
                2 => Device,
                3 => Pipe,
                _ => NoFile,
            };
        }

        return !OperatingSystem.IsLinux() ? null
            : GetStatus((int)file.DangerousGetHandle(), "", EmptyPath) is { } status ? NotRegular(status)
            : NoFile;
    }

    /// <summary>What statx says of a file; null where it says nothing.</summary>
    private static byte[]? GetStatus(int folder, string path, int flags)
    {
        var status = new byte[StatXLength];
        return StatX(folder, Encoding.UTF8.GetBytes(path + '\0'), flags, OnlyType, status) == 0 ? status : null;
    }

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [DllImport("libc", EntryPoint = "statx", SetLastError = true, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatX(int folder, byte[] path, int flags, uint mask, [Out] byte[] result);

    [DllImport("kernel32.dll", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static extern int GetFileType(SafeFileHandle file);
#pragma warning restore SYSLIB1054

    private static string? NotRegular(byte[] status) =>
        (BinaryPrimitives.ReadUInt16LittleEndian(status.AsSpan(StatXMode)) & 0xF000) switch
        {
            0x8000 => null,
            0x4000 => "a folder",
            0x1000 => Pipe,
            0xC000 => "a socket, not a file",
            0x2000 or 0x6000 => Device,
            _ => NoFile,
        };

    private static bool Begins(string path, string folder) => path.StartsWith(folder, StringComparison.Ordinal);
}
