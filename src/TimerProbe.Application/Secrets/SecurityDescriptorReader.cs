using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using TimerProbe.Files;

namespace TimerProbe.Application.Secrets;

/// <summary>Reads the owner and the access list of an open file of Windows.</summary>
[SupportedOSPlatform("windows")]
internal static class SecurityDescriptorReader
{
    /// <summary>OWNER_SECURITY_INFORMATION and DACL_SECURITY_INFORMATION of winnt.h.</summary>
    private const int OwnerAndAccessList = 1 | 4;

    /// <exception cref="FileRefusedException">The file's rights cannot be read.</exception>
    public static byte[] Read(SafeFileHandle file)
    {
        _ = GetKernelObjectSecurity(file, OwnerAndAccessList, [], 0, out var length);
        var descriptor = new byte[length];
        return length > 0 && GetKernelObjectSecurity(file, OwnerAndAccessList, descriptor, descriptor.Length, out _)
            ? descriptor
            : throw new FileRefusedException($"cannot determine who may read it: {new Win32Exception().Message}");
    }

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [DllImport("advapi32.dll", ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool GetKernelObjectSecurity(SafeFileHandle file, int what, [Out] byte[] descriptor, int length, out int needed);
#pragma warning restore SYSLIB1054
}
