using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Files;

/// <summary>Asks the system what a file is.</summary>
public static class FileKindReader
{
    /// <summary>What a path leads to, links followed; nothing is opened.</summary>
    public static FileKind Of(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return Directory.Exists(path) ? FileKind.Folder : File.Exists(path) ? FileKind.Regular : FileKind.None;
        }

        var status = new byte[FileLibc.StatXLength];
        return FileLibc.StatX(FileLibc.PresentFolder, path, flags: 0, FileLibc.OnlyType, status) == 0 ? OfMode(status)
            : System.Runtime.InteropServices.Marshal.GetLastPInvokeError() is FileLibc.NotThere or FileLibc.NotAFolder ? FileKind.None
            : FileKind.Unknown;
    }

    internal static FileKind Of(SafeFileHandle file)
    {
        if (OperatingSystem.IsWindows())
        {
            return FileKernel32.GetFileType(file) switch
            {
                FileKernel32.Disk => FileKind.Regular,
                FileKernel32.Character => FileKind.Device,
                FileKernel32.Pipe => FileKind.Pipe,
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

    /// <summary>inode(7), the file type.</summary>
    private static FileKind OfMode(
        ReadOnlySpan<byte> status) => (BinaryPrimitives.ReadUInt16LittleEndian(status[FileLibc.StatXMode..]) & 0xF000) switch
        {
            0x8000 => FileKind.Regular,
            0x4000 => FileKind.Folder,
            0x1000 => FileKind.Pipe,
            0xC000 => FileKind.Socket,
            0x2000 or 0x6000 => FileKind.Device,
            _ => FileKind.Unknown,
        };
}

/// <summary>Windows. Source-generated marshalling would need unsafe code, which this project does without.</summary>
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
