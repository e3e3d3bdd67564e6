namespace TimerProbe.Lab.Tds;

/// <summary>The tokens of TDS 7.4 that the server sends ([MS-TDS] 2.2.7).</summary>
internal static class TdsTokens
{
    private static readonly byte[] Collation = [0x09, 0x04, 0xD0, 0x00, 0x34];

    public static byte[] LoginAck(string database) =>
    [
        .. Sized(0xE3, [1, .. ShortText(database), .. ShortText("master")]),
        .. Sized(0xE3, [7, 5, .. Collation, 0]),
        .. Sized(0xE3, [4, .. ShortText("4096"), .. ShortText("4096")]),
        .. Sized(0xAD, [1, 0x74, 0, 0, 4, .. ShortText("Microsoft SQL Server"), 16, 0, 0, 0]),
    ];

    public static byte[] Message(byte token, int number, byte severity, string text) =>
        Sized(token, [.. Int(number), 1, severity, .. LongText(text), .. ShortText("STANDIN"), .. ShortText(""), .. Int(1)]);

    /// <summary>The end of an answer: 2 error, 0x20 attention.</summary>
    public static byte[] Done(ushort status) => [0xFD, .. Short(status), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    public static byte[] ResultSet((string Name, object? Value)[][] rows) =>
        [.. Columns(rows[0]),
            .. rows.SelectMany(row => (byte[])[0xD1, .. row.SelectMany((column, i) => Value(column.Value, rows[0][i].Value))])];

    public static byte[] Columns((string Name, object? Value)[] columns) =>
    [
        0x81, .. Short((ushort)columns.Length),
        .. columns.SelectMany(column => (byte[])[0, 0, 0, 0, 1, 0, .. GetTypeBytes(column.Value), .. ShortText(column.Name)]),
    ];

    private static byte[] GetTypeBytes(object? sample) => sample switch
    {
        int => [0x26, 4],
        long => [0x26, 8],
        double => [0x6D, 8],
        DateTime => [0x2A, 7],
        _ => [0xE7, 0x40, 0x1F, .. Collation],
    };

    private static byte[] Value(object? value, object? sample) => (value, sample) switch
    {
        (null, string or null) => [0xFF, 0xFF],
        (null, _) => [0],
        (int number, _) => [4, .. Int(number)],
        (long number, _) => [8, .. Long(number)],
        (double number, _) => [8, .. Long(BitConverter.DoubleToInt64Bits(number))],
        (DateTime time, _) => [8, .. Long(time.TimeOfDay.Ticks)[..5], .. Int((int)(time.Date.Ticks / TimeSpan.TicksPerDay))[..3]],
        (string text, _) => [.. Short((ushort)(text.Length * 2)), .. Encoding.Unicode.GetBytes(text)],
        _ => throw new ArgumentException("The stand-in has no such type.", nameof(value)),
    };

    private static byte[] Sized(byte token, byte[] content) => [token, .. Short((ushort)content.Length), .. content];

    private static byte[] ShortText(string text) => [(byte)text.Length, .. Encoding.Unicode.GetBytes(text)];

    private static byte[] LongText(string text) => [.. Short((ushort)text.Length), .. Encoding.Unicode.GetBytes(text)];

    private static byte[] Short(ushort number) => [(byte)number, (byte)(number >> 8)];

    private static byte[] Int(int number)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, number);
        return bytes;
    }

    private static byte[] Long(long number)
    {
        var bytes = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        return bytes;
    }
}
