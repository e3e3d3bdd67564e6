using System.Text;

namespace TimerProbe.Guest.Tests.Inspection;

/// <summary>Writes an SMBIOS table as GetSystemFirmwareTable hands it out.</summary>
internal static class SmbiosTable
{
    public static readonly byte[] SetUuid = Convert.FromHexString("42224A8B2B8C0F3ED1E25A6B7C8D9EAF");

    /// <summary>VMware's: a BIOS structure with its strings first, the system, the end.</summary>
    public static byte[] VMware(byte major = 2, byte minor = 7, byte[]? uuid = null) => Raw(
        major,
        minor,
        [
            .. Structure(0, new byte[20], "VMware, Inc.", "VMW71.00V.21100432.B64.2301110304", "01/11/2023"),
            .. Structure(1, [1, 2, 3, 4, .. uuid ?? SetUuid, 6, 0, 0], "VMware, Inc.", "VMware7,1", "None", "VMware-42 22 4a 8b 2b 8c 0f 3e-d1 e2 5a 6b 7c 8d 9e af"),
            .. Structure(127, []),
        ]);

    public static byte[] Raw(byte major, byte minor, byte[] table)
    {
        var raw = new byte[8 + table.Length];
        (raw[1], raw[2]) = (major, minor);
        BinaryPrimitives.WriteInt32LittleEndian(raw.AsSpan(4), table.Length);
        table.CopyTo(raw, 8);
        return raw;
    }

    public static byte[] Structure(byte type, byte[] fields, params string[] strings) =>
    [type, (byte)(fields.Length + 4), 1, 0, .. fields, .. strings.Length == 0 ? [0] : strings.SelectMany(text => Encoding.Latin1.GetBytes(text + '\0')), 0];
}
