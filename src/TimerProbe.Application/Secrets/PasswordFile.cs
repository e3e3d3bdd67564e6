using System.Buffers.Binary;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Principal;
using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Application.Secrets;

/// <summary>A file whose first line is a password, and that nobody else may read.</summary>
public static class PasswordFile
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>OWNER_SECURITY_INFORMATION and DACL_SECURITY_INFORMATION of winnt.h.</summary>
    private const int OwnerAndAccessList = 1 | 4;

    /// <exception cref="UseCaseException">The file cannot be read, is readable by others, or holds no password.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static string Read(string path, CancellationToken cancel, string what = "password")
    {
        try
        {
            return ExternalFile.Answered(() => ReadNow(path, what, cancel), cancel);
        }
        catch (FormatException damaged)
        {
            throw new UseCaseException(Failure.Usage, $"cannot determine who may read the {what} file: {damaged.Message}", damaged);
        }
        catch (FileRefusedException refused)
        {
            // The file is not named: a password given in place of its name would be in a log.
            throw new UseCaseException(
                Failure.Usage, $"the {what} file cannot be read: {refused.Message} (it takes a path, not the {what} itself)", refused);
        }
    }

    private static string ReadNow(string path, string what, CancellationToken cancel)
    {
        using var file = ExternalFile.Open(path);
        if (Refusal(file.Handle, path, cancel) is { } refusal)
        {
            throw new UseCaseException(Failure.Usage, $"the {what} file {refusal}");
        }

        return FirstLine.Of(file.Read(FileLimits.Password, cancel)) is { Length: > 0 } password
            ? password
            : throw new UseCaseException(Failure.Usage, $"the {what} file {path} holds no {what} in its first line");
    }

    /// <summary>
    /// What is wrong with who, beside its owner and the administrators, may read it, and the command that changes it; null when nothing is.
    /// </summary>
    private static string? Refusal(SafeFileHandle file, string path, CancellationToken cancel)
    {
        if (OperatingSystem.IsWindows())
        {
            return OfWindows(file, path, cancel);
        }

        var others = IsHandedOver(path) ? Others & ~UnixFileMode.GroupRead : Others;
        return (File.GetUnixFileMode(file) & others) == UnixFileMode.None
            ? null
            : $"{path} can be read by other users: run chmod 600 '{path}'";
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
        var facts = FileSecurityFacts.Parse(Descriptor(file));
        var user = PresentUser();
        if (facts.Strangers(user).Count > 0 && user.IsAdministrator)
        {
            // Asked only now: it takes going through all tasks and services.
            user = user with { Runs = ProgramAccounts.Sids(cancel) };
        }

        return facts.Strangers(user) is { Count: > 0 } strangers
            ? $"{path} can be read by {string.Join(", ", strangers.Select(NameOf))}: {facts.HowToClose(path, user, strangers)}"
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

/// <summary>Who owns a file of Windows, and who may read it.</summary>
/// <param name="Owner">The security identifier of the owner; null when there is none.</param>
/// <param name="Readers">Those that the access list lets read, or lets give themselves the right.</param>
internal sealed record FileSecurityFacts(string? Owner, IReadOnlyList<string> Readers)
{
    private const string System = "S-1-5-18";
    private const string LocalService = "S-1-5-19";
    private const string NetworkService = "S-1-5-20";
    private const string Services = "S-1-5-80-";
    private const string AllServices = "S-1-5-80-0";
    private const string Accounts = "S-1-5-21-";
    private const string Administrators = "S-1-5-32-544";
    private const string OwnerRights = "S-1-3-4";
    private const string Everyone = "S-1-1-0";
    private const int HeaderLength = 20;
    private const int HasAccessList = 0x0004;
    private const int InheritOnly = 0x08;

    /// <summary>FILE_READ_DATA, WRITE_DAC, WRITE_OWNER, MAXIMUM_ALLOWED, GENERIC_ALL, GENERIC_READ.</summary>
    private const uint Reads = 0x1 | 0x40000 | 0x80000 | 0x2000000 | 0x10000000 | 0x80000000;

    /// <summary>
    /// Understands a security descriptor in its self-relative form ([MS-DTYP] 2.4.6). Entries that deny are passed over: whoever one
    /// entry lets read counts as a reader, though another may take the right away.
    /// </summary>
    /// <exception cref="FormatException">It is no such descriptor.</exception>
    public static FileSecurityFacts Parse(ReadOnlySpan<byte> descriptor)
    {
        try
        {
            var control = BinaryPrimitives.ReadUInt16LittleEndian(descriptor[2..]);
            var owner = Offset(descriptor, 4);
            var list = Offset(descriptor, 16);
            return new FileSecurityFacts(
                owner == 0 ? null : Sid(descriptor[owner..]),
                (control & HasAccessList) == 0 || list == 0 ? [Everyone] : ReadersOf(descriptor[list..]));
        }
        catch (Exception cut) when (cut is ArgumentOutOfRangeException or IndexOutOfRangeException)
        {
            throw new FormatException("the access list is cut", cut);
        }
    }

    /// <summary>
    /// Who may read the file and is neither the user of this process, nor the system, nor an
    /// administrator, nor, where an administrator asks, an account that a scan may run as.
    /// </summary>
    public IReadOnlyList<string> Strangers(FileUser user) => [.. EffectiveReaders().Where(reader => !IsTrusted(reader, user))];

    /// <summary>
    /// The arguments of icacls that leave the file to those it is for: inherited rights go,
    /// and so do the strangers; who may read it rightly, still may.
    /// </summary>
    public string Arguments(string path, FileUser user, IEnumerable<string> strangers)
    {
        var rightly = EffectiveReaders().Where(reader => IsTrusted(reader, user)).Append(user.Sid).Distinct(StringComparer.Ordinal);
        var removed = string.Join(' ', strangers.Select(sid => $"*{sid}"));
        var granted = string.Join(' ', rightly.Select(sid => $"*{sid}:{(sid is System or Administrators ? 'F' : 'R')}"));
        return $"\"{path}\" /inheritance:r /remove:g {removed} /grant:r {granted}";
    }

    /// <summary>What to do about strangers; for an administrator also how such an account stops being one.</summary>
    public string HowToClose(string path, FileUser user, IReadOnlyList<string> strangers)
    {
        var run = $"run icacls {Arguments(path, user, strangers)}";
        return user.IsAdministrator && strangers.Any(sid => sid.StartsWith(Accounts, StringComparison.Ordinal))
            ? $"if a task or service is to run as one of them, register it first and run this again; else {run}"
            : run;
    }

    private static bool IsTrusted(string reader, FileUser user) =>
        reader == user.Sid
            || reader is System or Administrators
            || (user.IsAdministrator && (IsServiceAccount(reader) || user.Runs.Contains(reader, StringComparer.Ordinal)));

    /// <summary>Whether somebody is the account of a service of Windows, which nobody logs on as.</summary>
    private static bool IsServiceAccount(string sid) =>
        sid is LocalService or NetworkService || (sid.StartsWith(Services, StringComparison.Ordinal) && sid != AllServices);

    private IEnumerable<string> EffectiveReaders() =>
        Readers.Select(reader => reader == OwnerRights ? Owner ?? reader : reader).Distinct(StringComparer.Ordinal);

    private static int Offset(ReadOnlySpan<byte> descriptor, int at) => BinaryPrimitives.ReadInt32LittleEndian(descriptor[at..]) switch
    {
        0 => 0,
        >= HeaderLength and var offset => offset,
        _ => throw new FormatException("the access list is damaged"),
    };

    private static List<string> ReadersOf(ReadOnlySpan<byte> list)
    {
        var readers = new List<string>();
        var entries = BinaryPrimitives.ReadUInt16LittleEndian(list[4..]);
        var rest = list[8..];
        for (var i = 0; i < entries; i++)
        {
            var length = BinaryPrimitives.ReadUInt16LittleEndian(rest[2..]);
            if (length < 8)
            {
                throw new FormatException("the access list is damaged");
            }

            if (ReaderOf(rest[..length]) is { } reader)
            {
                readers.Add(reader);
            }

            rest = rest[length..];
        }

        return readers;
    }

    private static string? ReaderOf(ReadOnlySpan<byte> entry)
    {
        var mask = BinaryPrimitives.ReadUInt32LittleEndian(entry[4..]);
        return (entry[1] & InheritOnly) != 0 || (mask & Reads) == 0 ? null : entry[0] switch
        {
            // ACCESS_ALLOWED_ACE_TYPE, and the one with a condition, which may hold.
            0 or 9 => Sid(entry[8..]),

            // The same for objects: flags, and a GUID for each of the lowest two.
            5 or 11 => Sid(entry[(12 + (16 * ((entry[8] & 1) + ((entry[8] >> 1) & 1))))..]),
            _ => null,
        };
    }

    private static string Sid(ReadOnlySpan<byte> sid)
    {
        const int Head = 8;
        var authority = ((ulong)BinaryPrimitives.ReadUInt16BigEndian(sid[2..]) << 32) | BinaryPrimitives.ReadUInt32BigEndian(sid[4..]);
        var parts = new List<string>
        {
            "S",
            sid[0].ToString(CultureInfo.InvariantCulture),
            authority.ToString(CultureInfo.InvariantCulture)
        };
        for (var i = 0; i < sid[1]; i++)
        {
            parts.Add(BinaryPrimitives.ReadUInt32LittleEndian(sid[(Head + (4 * i))..]).ToString(CultureInfo.InvariantCulture));
        }

        return string.Join('-', parts);
    }
}
