using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Application.Secrets;

/// <summary>A file whose first line is a password, and that nobody else may read.</summary>
public static class PasswordFile
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    // FILE_READ_DATA, WRITE_DAC, WRITE_OWNER, MAXIMUM_ALLOWED, GENERIC_ALL, GENERIC_READ; FileSystemRights does not name the last three.
    private const uint Reads = 0x1 | 0x40000 | 0x80000 | 0x2000000 | 0x10000000 | 0x80000000;

    /// <exception cref="UseCaseException">The file cannot be read, is readable by others, or holds no password.</exception>
    public static string Read(string path, CancellationToken cancellationToken, string what = "password")
    {
        try
        {
            return ExternalFile.Answered(() => ReadNow(path, what, cancellationToken), cancellationToken);
        }
        catch (FileRefusedException ex)
        {
            // The file is not named: a password given in place of its name would be in a log.
            throw new UseCaseException(
                ExitCode.Usage, $"the {what} file cannot be read: {ex.Message} (it takes a path, not the {what} itself)", ex);
        }
    }

    private static string ReadNow(string path, string what, CancellationToken cancellationToken)
    {
        using var file = ExternalFile.Open(path);
        if (Refusal(file, path) is { } refusal)
        {
            throw new UseCaseException(ExitCode.Usage, $"the {what} file {refusal}");
        }

        return FirstLine.Of(ExternalFile.Read(file, FileLimits.Password, cancellationToken)) is { Length: > 0 } password
            ? password
            : throw new UseCaseException(ExitCode.Usage, $"the {what} file {path} holds no {what} in its first line");
    }

    /// <summary>Who may read it beside its owner and the administrators, and the command that changes it; null when nobody.</summary>
    private static string? Refusal(SafeFileHandle file, string path)
    {
        if (OperatingSystem.IsWindows())
        {
            return OfWindows(path);
        }

        var others = IsHandedOver(path) ? Others & ~UnixFileMode.GroupRead : Others;
        return (File.GetUnixFileMode(file) & others) == UnixFileMode.None
            ? null
            : $"{path} can be read by other users: run chmod 600 '{path}'";
    }

    private static bool IsHandedOver(string path) => Environment.GetEnvironmentVariable("CREDENTIALS_DIRECTORY") is { Length: > 0 } folder
        && Path.GetDirectoryName(Path.GetFullPath(path)) == Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));

    [SupportedOSPlatform("windows")]
    private static string? OfWindows(string path)
    {
        var facts = GetFacts(path);
        using var present = WindowsIdentity.GetCurrent();
        var (user, isAdministrator) = (present.User!.Value, new WindowsPrincipal(present).IsInRole(WindowsBuiltInRole.Administrator));
        return facts.UnauthorizedReaders(user, isAdministrator) is { Count: > 0 } readers
            ? $"{path} can be read by {string.Join(", ", readers.Select(GetName))}: run {facts.FixCommand(path, user, isAdministrator)}"
            : null;
    }

    /// <summary>Who one entry lets read counts as a reader, though another may take the right away.</summary>
    /// <exception cref="FileRefusedException">The file's rights cannot be read.</exception>
    [SupportedOSPlatform("windows")]
    private static FileSecurityFacts GetFacts(string path)
    {
        try
        {
            var security = new FileSecurity(path, AccessControlSections.Owner | AccessControlSections.Access);
            return new FileSecurityFacts(
                security.GetOwner(typeof(SecurityIdentifier))?.Value,
                [
                    .. security.GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
                        .Cast<FileSystemAccessRule>()
                        .Where(rule => rule.AccessControlType == AccessControlType.Allow && LetsRead(rule))
                        .Select(rule => rule.IdentityReference.Value)
                ]);
        }
        catch (SystemException ex)
        {
            throw new FileRefusedException($"cannot determine who may read it: {ex.Message}", ex);
        }
    }

    [SupportedOSPlatform("windows")]
    private static bool LetsRead(FileSystemAccessRule rule) =>
        !rule.PropagationFlags.HasFlag(PropagationFlags.InheritOnly) && ((uint)rule.FileSystemRights & Reads) != 0;

    [SupportedOSPlatform("windows")]
    private static string GetName(string sid)
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
