using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace TimerProbe.Cli.Secrets;

/// <summary>Who, beside its owner and the administrators, may read a file.</summary>
internal static class PasswordFileAccess
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>Those others, in words; null when there are none.</summary>
    public static string? WhoElseMayRead(FileStream file) => OperatingSystem.IsWindows() ? OfWindows(file)
        : (File.GetUnixFileMode(file.SafeFileHandle) & (IsHandedOver(file.Name) ? Others & ~UnixFileMode.GroupRead : Others)) == UnixFileMode.None ? null
        : "other users";

    /// <summary>The command that takes their rights away.</summary>
    public static string HowToClose(string path) => OperatingSystem.IsWindows()
        ? $"run icacls \"{path}\" /inheritance:r /grant:r \"%USERNAME%:R\""
        : $"run chmod 600 '{path}'";

    /// <summary>
    /// Whether systemd hands the file over (LoadCredential=), in a folder that the service alone may enter. Where the service has a
    /// user of its own the file has an access list, whose mask shows as the right of the group.
    /// </summary>
    private static bool IsHandedOver(string path) => Environment.GetEnvironmentVariable("CREDENTIALS_DIRECTORY") is { Length: > 0 } folder
        && Path.GetDirectoryName(Path.GetFullPath(path)) == Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));

    [SupportedOSPlatform("windows")]
    private static string? OfWindows(FileStream file)
    {
        SecurityIdentifier[] everybody =
        [
            new(WellKnownSidType.WorldSid, domainSid: null),
            new(WellKnownSidType.AuthenticatedUserSid, domainSid: null),
            new(WellKnownSidType.BuiltinUsersSid, domainSid: null),
            new(WellKnownSidType.BuiltinGuestsSid, domainSid: null),
        ];
        return file.GetAccessControl().GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
            .OfType<FileSystemAccessRule>()
            .Where(rule => rule.AccessControlType == AccessControlType.Allow && rule.FileSystemRights.HasFlag(FileSystemRights.ReadData))
            .Any(rule => everybody.Contains(rule.IdentityReference))
            ? "every user of this machine"
            : null;
    }
}
