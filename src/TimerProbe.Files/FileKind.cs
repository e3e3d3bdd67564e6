using System.Buffers.Binary;

namespace TimerProbe.Files;

/// <summary>Asks the system what a file is, and says what is none that can be read to its end.</summary>
public static class FileKind
{
    internal const string NoFile = "no file";

    private const string Device = "a device, not a file";
    private const string Pipe = "a pipe, not a file";

    /// <summary>What a path leads to, such as "a folder"; null for a regular file, for nothing, and where it cannot be told.</summary>
    public static string? NotRegular(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return Directory.Exists(path) ? "a folder" : null;
        }

        var status = new byte[FileLibc.StatXLength];
        return FileLibc.StatX(FileLibc.PresentFolder, path, flags: 0, FileLibc.OnlyType, status) == 0 ? NotRegular(status) : null;
    }

    /// <summary>Whether a path leads to nothing, rather than to what may not be looked at.</summary>
    public static bool IsMissing(string path) => OperatingSystem.IsLinux()
        ? FileLibc.StatX(FileLibc.PresentFolder, path, flags: 0, FileLibc.OnlyType, new byte[FileLibc.StatXLength]) != 0
            && Marshal.GetLastPInvokeError() is FileLibc.NotThere or FileLibc.NotAFolder
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

        var status = new byte[FileLibc.StatXLength];
        return !OperatingSystem.IsLinux() ? null
            : FileLibc.StatX((int)file.DangerousGetHandle(), "", FileLibc.EmptyPath, FileLibc.OnlyType, status) == 0 ? NotRegular(status)
            : NoFile;
    }

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [DllImport("kernel32.dll", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static extern int GetFileType(SafeFileHandle file);
#pragma warning restore SYSLIB1054

    private static string? NotRegular(byte[] status) =>
        (BinaryPrimitives.ReadUInt16LittleEndian(status.AsSpan(FileLibc.StatXMode)) & 0xF000) switch
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
