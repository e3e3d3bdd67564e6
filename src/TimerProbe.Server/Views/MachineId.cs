namespace TimerProbe.Server.Views;

/// <summary>What names a machine in addresses, the same in every scan.</summary>
public static class MachineId
{
    public static string Of(MachineRow row) => Format(GetKey(row));

    internal static ulong GetKey(MachineRow row) =>
        BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes($"{row.Server.ToLowerInvariant()}\0{row.Facts.Id}")));

    /// <summary>The key that an id spells; null when it spells none.</summary>
    internal static ulong? GetKey(string id) =>
        ulong.TryParse(id, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var key) && Format(key) == id ? key : null;

    private static string Format(ulong key) => key.ToString("x16");
}
