using System.Runtime.Versioning;
using System.Security.Principal;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Application.Secrets;

/// <summary>Who, beside its owner and the administrators, may read a file.</summary>
internal static class PasswordFileAccess
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>What is wrong with who may read it, and the command that changes it; null when nothing is.</summary>
    public static string? Refusal(SafeFileHandle file, string path, CancellationToken cancel)
    {
        if (OperatingSystem.IsWindows())
        {
            return OfWindows(file, path, cancel);
        }

        var others = IsHandedOver(path) ? Others & ~UnixFileMode.GroupRead : Others;
        return (File.GetUnixFileMode(file) & others) == UnixFileMode.None ? null : $"{path} can be read by other users: run chmod 600 '{path}'";
    }

    /// <summary>
    /// Whether systemd hands the file over (LoadCredential=), in a folder that the service alone may enter. Where the service has a
    /// user of its own the file has an access list, whose mask shows as the right of the group.
    /// </summary>
    private static bool IsHandedOver(string path) => Environment.GetEnvironmentVariable("CREDENTIALS_DIRECTORY") is { Length: > 0 } folder
        && Path.GetDirectoryName(Path.GetFullPath(path)) == Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));

    [SupportedOSPlatform("windows")]
    private static string? OfWindows(SafeFileHandle file, string path, CancellationToken cancel)
    {
        var facts = SecurityDescriptorParser.Parse(SecurityDescriptorReader.Read(file));
        var user = PresentUser();
        if (AccessAdvice.Strangers(facts, user).Count > 0 && user.IsAdministrator)
        {
            // Asked only now: it takes going through all tasks and services.
            user = user with { Runs = ProgramAccounts.Sids(cancel) };
        }

        return AccessAdvice.Strangers(facts, user) is { Count: > 0 } strangers
            ? $"{path} can be read by {string.Join(", ", strangers.Select(NameOf))}: {AccessAdvice.HowToClose(path, facts, user, strangers)}"
            : null;
    }

    [SupportedOSPlatform("windows")]
    private static FileUser PresentUser()
    {
        using var present = WindowsIdentity.GetCurrent();
        return new FileUser(present.User!.Value, new WindowsPrincipal(present).IsInRole(WindowsBuiltInRole.Administrator), Runs: []);
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
