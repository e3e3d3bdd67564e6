using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Principal;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Application.Secrets;

/// <summary>A file whose first line is a password, and that nobody else may read.</summary>
public static class PasswordFile
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    private const int OwnerAndAccessList = 1 | 4;

    /// <exception cref="UseCaseException">The file cannot be read, is readable by others, or holds no password.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static string Read(string path, CancellationToken cancellationToken, string what = "password")
    {
        try
        {
            return ExternalFile.Answered(() => ReadNow(path, what, cancellationToken), cancellationToken);
        }
        catch (FormatException ex)
        {
            throw new UseCaseException(Failure.Usage, $"cannot determine who may read the {what} file: {ex.Message}", ex);
        }
        catch (FileRefusedException ex)
        {
            // The file is not named: a password given in place of its name would be in a log.
            throw new UseCaseException(
                Failure.Usage, $"the {what} file cannot be read: {ex.Message} (it takes a path, not the {what} itself)", ex);
        }
    }

    private static string ReadNow(string path, string what, CancellationToken cancellationToken)
    {
        using var file = ExternalFile.Open(path);
        if (Refusal(file.Handle, path, cancellationToken) is { } refusal)
        {
            throw new UseCaseException(Failure.Usage, $"the {what} file {refusal}");
        }

        return FirstLine.Of(file.Read(FileLimits.Password, cancellationToken)) is { Length: > 0 } password
            ? password
            : throw new UseCaseException(Failure.Usage, $"the {what} file {path} holds no {what} in its first line");
    }

    /// <summary>
    /// What is wrong with who, beside its owner and the administrators, may read it, and the command that changes it; null when
    /// nothing is.
    /// </summary>
    private static string? Refusal(SafeFileHandle file, string path, CancellationToken cancellationToken)
    {
        if (OperatingSystem.IsWindows())
        {
            return OfWindows(file, path, cancellationToken);
        }

        var others = IsHandedOver(path) ? Others & ~UnixFileMode.GroupRead : Others;
        return (File.GetUnixFileMode(file) & others) == UnixFileMode.None
            ? null
            : $"{path} can be read by other users: run chmod 600 '{path}'";
    }

    private static bool IsHandedOver(string path) => Environment.GetEnvironmentVariable("CREDENTIALS_DIRECTORY") is { Length: > 0 } folder
        && Path.GetDirectoryName(Path.GetFullPath(path)) == Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));

    [SupportedOSPlatform("windows")]
    private static string? OfWindows(SafeFileHandle file, string path, CancellationToken cancellationToken)
    {
        var facts = FileSecurityFacts.Parse(Descriptor(file));
        var user = PresentUser();
        if (facts.UnauthorizedReaders(user).Count > 0 && user.IsAdministrator)
        {
            // Asked only now: it takes going through all tasks and services.
            user = user with { Runs = ProgramAccounts.Sids(cancellationToken) };
        }

        return facts.UnauthorizedReaders(user) is { Count: > 0 } strangers
            ? $"{path} can be read by {string.Join(", ", strangers.Select(NameOf))}: {facts.FixCommand(path, user, strangers)}"
            : null;
    }

    /// <exception cref="FileRefusedException">The file's rights cannot be read.</exception>
    [SupportedOSPlatform("windows")]
    private static byte[] Descriptor(SafeFileHandle file)
    {
        _ = GetKernelObjectSecurity(file, OwnerAndAccessList, [], 0, out var length);
        var descriptor = new byte[length];
        return length > 0 && GetKernelObjectSecurity(file, OwnerAndAccessList, descriptor, descriptor.Length, out _)
            ? descriptor
            : throw new FileRefusedException($"cannot determine who may read it: {new Win32Exception().Message}");
    }

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [SupportedOSPlatform("windows")]
    [DllImport("advapi32.dll", ExactSpelling = true, SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool GetKernelObjectSecurity(SafeFileHandle file, int what, [Out] byte[] descriptor, int length, out int needed);
#pragma warning restore SYSLIB1054

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

/// <param name="Sid">The security identifier.</param>
/// <param name="IsAdministrator">Whether it has an administrator's rights: then it may look at a file
/// that is for another account, which a task or a service runs as.</param>
/// <param name="Runs">The accounts that a task or a service of this machine runs a program of TimerProbe as.</param>
internal sealed record FileUser(string Sid, bool IsAdministrator, IReadOnlyList<string> Runs);
