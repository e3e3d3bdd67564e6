using System.Buffers.Binary;

namespace TimerProbe.Application.Secrets;

/// <summary>Who owns a file of Windows, and who may read it.</summary>
/// <param name="Owner">The security identifier of the owner; null when there is none.</param>
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
        catch (Exception ex) when (ex is ArgumentOutOfRangeException or IndexOutOfRangeException)
        {
            throw new FormatException("the access list is cut", ex);
        }
    }

    public IReadOnlyList<string> UnauthorizedReaders(FileUser user) => [.. EffectiveReaders().Where(reader => !IsTrusted(reader, user))];

    public string Arguments(string path, FileUser user, IEnumerable<string> strangers)
    {
        var rightly = EffectiveReaders().Where(reader => IsTrusted(reader, user)).Append(user.Sid).Distinct();
        var removed = string.Join(' ', strangers.Select(sid => $"*{sid}"));
        var granted = string.Join(' ', rightly.Select(sid => $"*{sid}:{(sid is System or Administrators ? 'F' : 'R')}"));
        return $"\"{path}\" /inheritance:r /remove:g {removed} /grant:r {granted}";
    }

    public string FixCommand(string path, FileUser user, IReadOnlyList<string> strangers)
    {
        var run = $"run icacls {Arguments(path, user, strangers)}";
        return user.IsAdministrator && strangers.Any(sid => sid.StartsWith(Accounts, StringComparison.Ordinal))
            ? $"if a task or service is to run as one of them, register it first and run this again; else {run}"
            : run;
    }

    private static bool IsTrusted(string reader, FileUser user) =>
        reader == user.Sid
            || reader is System or Administrators
            || (user.IsAdministrator && (IsServiceAccount(reader) || user.Runs.Contains(reader)));

    private static bool IsServiceAccount(string sid) =>
        sid is LocalService or NetworkService || (sid.StartsWith(Services, StringComparison.Ordinal) && sid != AllServices);

    private IEnumerable<string> EffectiveReaders() =>
        Readers.Select(reader => reader == OwnerRights ? Owner ?? reader : reader).Distinct();

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
            sid[0].ToString(),
            authority.ToString()
        };
        for (var i = 0; i < sid[1]; i++)
        {
            parts.Add(BinaryPrimitives.ReadUInt32LittleEndian(sid[(Head + (4 * i))..]).ToString());
        }

        return string.Join('-', parts);
    }
}
