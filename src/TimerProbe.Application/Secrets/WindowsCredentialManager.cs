using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace TimerProbe.Application.Secrets;

/// <summary>The generic credentials of the present user, as <c>cmdkey /generic:NAME /user:USER /pass</c> keeps them.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsCredentialManager
{
    private const int Generic = 1;

    // ERROR_NOT_FOUND, ERROR_NO_SUCH_LOGON_SESSION.
    private const int NotFound = 1168;
    private const int NoSession = 1312;

    /// <summary>The credential kept under a name; null when there is none.</summary>
    /// <exception cref="UseCaseException">Windows does not look: this logon has no credentials, whatever the user keeps.</exception>
    public static Login? Find(string targetName)
    {
        if (!CredRead(targetName, Generic, reservedFlag: 0, out var pointer))
        {
            return Refusal(Marshal.GetLastPInvokeError()) is { } refusal ? throw new UseCaseException(ExitCode.Usage, refusal) : null;
        }

        try
        {
            var found = Marshal.PtrToStructure<Credential>(pointer);
            return new Login(
                Marshal.PtrToStringUni(found.UserName) ?? "",
                found.CredentialBlobSize == 0 ? "" : Marshal.PtrToStringUni(found.CredentialBlob, found.CredentialBlobSize / sizeof(char)));
        }
        finally
        {
            CredFree(pointer);
        }
    }

    /// <summary>Why Windows did not look for a credential; null when there is none.</summary>
    internal static string? Refusal(int error) => error switch
    {
        NotFound => null,
        NoSession =>
            "this logon cannot use Credential Manager (a network logon, such as by SSH or WinRM, or a task that runs without a stored password): use a password file",
        _ => $"Credential Manager cannot be read: {new Win32Exception(error).Message.TrimEnd('.')}; use a password file",
    };

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [DllImport("advapi32.dll", EntryPoint = "CredReadW", CharSet = CharSet.Unicode, ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool CredRead(string targetName, int type, int reservedFlag, out IntPtr credential);

    [DllImport("advapi32.dll", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static extern void CredFree(IntPtr buffer);
#pragma warning restore SYSLIB1054

    [StructLayout(LayoutKind.Sequential)]
    private struct Credential
    {
        public int Flags;
        public int Type;
        public IntPtr TargetName;
        public IntPtr Comment;
        public long LastWritten;
        public int CredentialBlobSize;
        public IntPtr CredentialBlob;
        public int Persist;
        public int AttributeCount;
        public IntPtr Attributes;
        public IntPtr TargetAlias;
        public IntPtr UserName;
    }
}
