using System.Buffers.Binary;
using System.Globalization;

namespace TimerProbe.Application.Secrets;

/// <summary>Who owns a file of Windows, and who may read it.</summary>
/// <param name="Owner">The security identifier of the owner; null when there is none.</param>
/// <param name="Readers">Those whom the access list lets read, or lets give themselves the right.</param>
internal sealed record FileSecurityFacts(string? Owner, IReadOnlyList<string> Readers);

/// <summary>
/// Understands a security descriptor in its self-relative form ([MS-DTYP] 2.4.6). Entries that deny are passed over: whom one entry lets
/// read counts as a reader, though another may take the right away.
/// </summary>
internal static class SecurityDescriptorParser
{
    private const string Everyone = "S-1-1-0";
    private const int HeaderLength = 20;
    private const int HasAccessList = 0x0004;
    private const int InheritOnly = 0x08;

    /// <summary>FILE_READ_DATA, WRITE_DAC, WRITE_OWNER, MAXIMUM_ALLOWED, GENERIC_ALL, GENERIC_READ.</summary>
    private const uint Reads = 0x1 | 0x40000 | 0x80000 | 0x2000000 | 0x10000000 | 0x80000000;

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
