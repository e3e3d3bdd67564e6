using System.Runtime.Versioning;
using System.Security.Principal;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Application.Secrets;

/// <summary>Someone who may read a file.</summary>
/// <param name="Name">The name that is shown.</param>
/// <param name="Sid">The security identifier of Windows; empty elsewhere.</param>
internal sealed record FileReader(string Name, string Sid);

/// <summary>Who, beside its owner and the administrators, may read a file.</summary>
internal static class PasswordFileAccess
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>Those others; empty when there are none.</summary>
    public static IReadOnlyList<FileReader> WhoElseMayRead(SafeFileHandle file, string path) => OperatingSystem.IsWindows() ? OfWindows(file)
        : (File.GetUnixFileMode(file) & (IsHandedOver(path) ? Others & ~UnixFileMode.GroupRead : Others)) == UnixFileMode.None ? []
        : [new FileReader("other users", "")];

    /// <summary>The command that takes their rights away.</summary>
    public static string HowToClose(string path, IReadOnlyList<FileReader> others) => OperatingSystem.IsWindows()
        ? $"run icacls {AccessAdvice.Arguments(path, PresentUser(), others.Select(other => other.Sid))}"
        : $"run chmod 600 '{path}'";

    /// <summary>
    /// Whether systemd hands the file over (LoadCredential=), in a folder that the service alone may enter. Where the service has a
    /// user of its own the file has an access list, whose mask shows as the right of the group.
    /// </summary>
    private static bool IsHandedOver(string path) => Environment.GetEnvironmentVariable("CREDENTIALS_DIRECTORY") is { Length: > 0 } folder
        && Path.GetDirectoryName(Path.GetFullPath(path)) == Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));

    [SupportedOSPlatform("windows")]
    private static List<FileReader> OfWindows(SafeFileHandle file) =>
        [.. AccessAdvice.Strangers(SecurityDescriptorParser.Parse(SecurityDescriptorReader.Read(file)), PresentUser()).Select(sid => new FileReader(NameOf(sid), sid))];

    [SupportedOSPlatform("windows")]
    private static string PresentUser()
    {
        using var present = WindowsIdentity.GetCurrent();
        return present.User!.Value;
    }

    [SupportedOSPlatform("windows")]
    private static string NameOf(string sid)
    {
        try
        {
            return new SecurityIdentifier(sid).Translate(typeof(NTAccount)).Value;
        }
        catch (SystemException)
        {
            return sid;
        }
    }
}
