namespace TimerProbe.Guest.Inspection;

/// <summary>The system as its firmware names it; null where it does not.</summary>
internal sealed record SmbiosFacts(string? Manufacturer, string? Product, string? Uuid)
{
    private const int RawHeader = 8, StructureHeader = 4;
    private const byte SystemInformation = 1, Chassis = 3, EndOfTable = 127;

    public string? ChassisAssetTag { get; init; }

    /// <summary>Understands an SMBIOS table as Windows hands it out: DMTF's DSP0134 behind Microsoft's RawSMBIOSData.</summary>
    /// <returns>Null when the bytes hold no system information structure.</returns>
    public static SmbiosFacts? Parse(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < RawHeader)
        {
            return null;
        }

        // SMBIOS 2.6 fixed the byte order of a UUID's first three fields as little-endian; before, it was the network's.
        var littleEndian = (raw[1], raw[2]).CompareTo(((byte)2, (byte)6)) >= 0;
        var reported = BinaryPrimitives.ReadUInt32LittleEndian(raw[4..]);
        SmbiosFacts? system = null;
        string? tag = null;
        var table = raw.Slice(RawHeader, (int)Math.Min(reported, (uint)(raw.Length - RawHeader)));
        while (table.Length >= StructureHeader && table[1] >= StructureHeader && table[1] <= table.Length && table[0] != EndOfTable)
        {
            var formatted = table[..table[1]];
            var strings = table[table[1]..];
            system ??= table[0] == SystemInformation ? System(formatted, strings, littleEndian) : null;
            tag ??= table[0] == Chassis && formatted.Length > 8 ? Text(strings, formatted[8]) : null;

            var end = strings.IndexOf("\0\0"u8);
            table = end < 0 ? [] : strings[(end + 2)..];
        }

        return system is null ? null : system with { ChassisAssetTag = tag };
    }

    /// <summary>A UUID as vCenter and the operating system write it; null when it is not set (all zeros or all ones).</summary>
    private static string? GetUuid(ReadOnlySpan<byte> bytes, bool littleEndian) =>
        bytes.ContainsAnyExcept((byte)0) && bytes.ContainsAnyExcept((byte)0xFF)
            ? new Guid(bytes, bigEndian: !littleEndian).ToString()
            : null;

    private static SmbiosFacts System(ReadOnlySpan<byte> formatted, ReadOnlySpan<byte> strings, bool littleEndian) => new(
        formatted.Length > 4 ? Text(strings, formatted[4]) : null,
        formatted.Length > 5 ? Text(strings, formatted[5]) : null,
        formatted.Length >= 24 ? GetUuid(formatted.Slice(8, 16), littleEndian) : null);

    private static string? Text(ReadOnlySpan<byte> strings, byte number)
    {
        for (var i = 1; i < number && strings.Length > 0; i++)
        {
            var end = strings.IndexOf((byte)0);
            strings = end <= 0 ? [] : strings[(end + 1)..];
        }

        var length = strings.IndexOf((byte)0);
        var text = number == 0 || length <= 0 ? "" : Encoding.Latin1.GetString(strings[..length]).Trim();
        return text.Length == 0 ? null : text;
    }
}
