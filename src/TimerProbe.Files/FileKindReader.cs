using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Files;

/// <summary>Asks the system what a file is, and says it.</summary>
public static class FileKindReader
{
    // FILE_TYPE_DISK, FILE_TYPE_CHAR, FILE_TYPE_PIPE of winbase.h.
    private const int Disk = 1, Character = 2, Pipe = 3;

    public static string Words(this FileKind kind) => kind switch
    {
        FileKind.Folder => "a folder",
        FileKind.Pipe => "a pipe, not a file",
        FileKind.Socket => "a socket, not a file",
        FileKind.Device => "a device, not a file",
        _ => "no file",
    };

    public static FileKind Of(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return Directory.Exists(path) ? FileKind.Folder : File.Exists(path) ? FileKind.Regular : FileKind.None;
        }

        var status = new byte[FileLibc.StatXLength];
        return FileLibc.StatX(FileLibc.PresentFolder, path, flags: 0, FileLibc.OnlyType, status) == 0 ? OfMode(status)
            : Marshal.GetLastPInvokeError() is FileLibc.NotThere or FileLibc.NotAFolder ? FileKind.None
            : FileKind.Unknown;
    }

    public static bool IsOfKernel(string path) => OperatingSystem.IsLinux() && !Begins(path, "/dev/shm/")
        && (Begins(path, "/proc/") || Begins(path, "/sys/") || Begins(path, "/dev/"));

    internal static FileKind Of(SafeFileHandle file)
    {
        if (OperatingSystem.IsWindows())
        {
            return GetFileType(file) switch
            {
                Disk => FileKind.Regular,
                Character => FileKind.Device,
                Pipe => FileKind.Pipe,
                _ => FileKind.Unknown,
            };
        }

        if (!OperatingSystem.IsLinux())
        {
            return FileKind.Regular;
        }

        var status = new byte[FileLibc.StatXLength];
        return FileLibc.StatX((int)file.DangerousGetHandle(), "", FileLibc.EmptyPath, FileLibc.OnlyType, status) == 0
            ? OfMode(status)
            : FileKind.Unknown;
    }

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [DllImport("kernel32.dll", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static extern int GetFileType(SafeFileHandle file);
#pragma warning restore SYSLIB1054

    private static FileKind OfMode(ReadOnlySpan<byte> status)
    {
        var mode = BinaryPrimitives.ReadUInt16LittleEndian(status[FileLibc.StatXMode..]);
        return (mode & 0xF000) switch
        {
            0x8000 => FileKind.Regular,
            0x4000 => FileKind.Folder,
            0x1000 => FileKind.Pipe,
            0xC000 => FileKind.Socket,
            0x2000 or 0x6000 => FileKind.Device,
            _ => FileKind.Unknown,
        };
    }

    private static bool Begins(string path, string folder) => path.StartsWith(folder, StringComparison.Ordinal);
}
