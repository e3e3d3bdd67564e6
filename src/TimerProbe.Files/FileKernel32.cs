using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Files;

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
