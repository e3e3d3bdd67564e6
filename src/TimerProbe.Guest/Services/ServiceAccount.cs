using System.Buffers.Binary;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Cryptography;
using System.Security.Principal;
using System.Text;

namespace TimerProbe.Guest.Services;

/// <summary>The account without a password that Windows has for each service.</summary>
/// <param name="service">The service's name.</param>
public sealed class ServiceAccount(string service)
{
    // ERROR_MEMBER_IN_ALIAS, ERROR_MEMBER_NOT_IN_ALIAS.
    private const uint AlreadyMember = 1378;
    private const uint NoMember = 1377;

    /// <summary>The name with its domain, <c>NT SERVICE</c>.</summary>
    public string Name { get; } = $@"NT SERVICE\{service}";

    /// <summary>The security identifier, which follows from the service's name ([MS-DTYP] 2.4.2.4, SERVICE_SID).</summary>
    public string Sid { get; } = SidOf(service);

    /// <summary>Makes a folder, or changes one, so that only administrators, the system and this account can open it.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    [SupportedOSPlatform("windows")]
    public void MakeFolder(string path)
    {
        var security = new DirectorySecurity();
        // Administrators own it; they and the system may do all, the account may change what is inside.
        security.SetSecurityDescriptorSddlForm($"O:BAD:P(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1301bf;;;{Sid})");
        AssertNoLink(Path.GetDirectoryName(path)!);
        AssertNoLink(path);
        Directory.CreateDirectory(path).SetAccessControl(security);
    }

    /// <summary>Lets this account read a file too.</summary>
    /// <exception cref="IOException">There is none.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be changed.</exception>
    [SupportedOSPlatform("windows")]
    public void LetRead(string path)
    {
        var file = new FileInfo(path);
        var security = file.GetAccessControl(AccessControlSections.Access);
        security.AddAccessRule(new FileSystemAccessRule(new SecurityIdentifier(Sid), FileSystemRights.Read, AccessControlType.Allow));
        file.SetAccessControl(security);
    }

    /// <summary>Anybody may make folders in ProgramData: through a link there another folder's access list must not change.</summary>
    private static void AssertNoLink(string path)
    {
        var folder = new DirectoryInfo(path);
        if (folder.Exists && folder.Attributes.HasFlag(FileAttributes.ReparsePoint))
        {
            throw new IOException($"{path} is a link to another folder");
        }
    }

    /// <summary>Makes it a member of a built-in group, whose identifier is the same in every language of Windows.</summary>
    /// <returns>Why it is no member; null when it is one, or was before.</returns>
    [SupportedOSPlatform("windows")]
    public unsafe string? Join(string group) => Change(group, &Netapi32.NetLocalGroupAddMembers, AlreadyMember);

    /// <summary>Takes it out of the group of an identifier.</summary>
    /// <returns>Why it is still a member; null when it is none.</returns>
    [SupportedOSPlatform("windows")]
    public unsafe string? Leave(string group) => Change(group, &Netapi32.NetLocalGroupDelMembers, NoMember);

    [SupportedOSPlatform("windows")]
    private unsafe string? Change(string group, delegate*<string?, string, uint, nint*, uint, uint> change, uint alreadySo)
    {
        try
        {
            var name = ((NTAccount)new SecurityIdentifier(group).Translate(typeof(NTAccount))).Value;
            var account = new SecurityIdentifier(Sid);
            var sid = new byte[account.BinaryLength];
            account.GetBinaryForm(sid, 0);
            fixed (byte* first = sid)
            {
                var members = (nint)first;
                var error = change(null, name[(name.IndexOf('\\', StringComparison.Ordinal) + 1)..], 0, &members, 1);
                return error == 0 || error == alreadySo ? null : new Win32Exception((int)error).Message;
            }
        }
        catch (IdentityNotMappedException)
        {
            return "there is no such group";
        }
    }

    private static string SidOf(string service)
    {
#pragma warning disable CA5350 // Windows derives the identifier by SHA-1.
        var hash = SHA1.HashData(Encoding.Unicode.GetBytes(service.ToUpperInvariant()));
#pragma warning restore CA5350
        var parts = Enumerable.Range(0, hash.Length / sizeof(uint))
            .Select(part => BinaryPrimitives.ReadUInt32LittleEndian(hash.AsSpan(part * sizeof(uint))))
            .Select(part => part.ToString(CultureInfo.InvariantCulture));
        return $"S-1-5-80-{string.Join('-', parts)}";
    }
}
