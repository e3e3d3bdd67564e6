namespace TimerProbe.Fuzz.Sql;

/// <summary>Tokens that nobody asked for, and columns of types that nobody asked for ([MS-TDS] 2.2.5 and 2.2.7).</summary>
internal static class TokenMutations
{
    private static readonly byte[] Collation = [0x09, 0x04, 0xD0, 0x00, 0x34];

    /// <summary>Every type of a column, with the rest of its description.</summary>
    private static readonly byte[][] Types =
    [
        [0x1F], [0x30], [0x32], [0x34], [0x38], [0x3A], [0x3B], [0x3C], [0x3D], [0x3E], [0x7A], [0x7F], [0x24, 16], [0x26, 8],
            [0x26, 3], [0x26, 255], [0x68, 1], [0x6A, 17, 38, 0], [0x6C, 17, 38, 38], [0x6C, 255, 255, 255],
        [0x6D, 4], [0x6E, 8], [0x6F, 8], [0x28], [0x29, 7], [0x29, 255], [0x2A, 7], [0x2B, 7], [0xA5, 0xFF, 0xFF],
            [0xA7, 0xFF, 0xFF, .. Collation], [0xA7, 0x40, 0x1F, .. Collation], [0xAD, 8, 0], [0xAF, 8, 0, .. Collation],
        [0xE7, 0xFF, 0xFF, .. Collation], [0xEF, 8, 0, .. Collation], [0xF1, 0], [0xF0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0],
            [0x22, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0], [0x23, 0xFF, 0xFF, 0xFF, 0x7F, .. Collation, 1, 1, 0, (byte)'t', 0],
        [0x63, 0xFF, 0xFF, 0xFF, 0x7F, .. Collation, 0], [0x62, 0x40, 0x1F, 0, 0], [0xF3], [0x99],
    ];

    /// <summary>The tokens with another one among them, at the beginning or the end.</summary>
    public static byte[] Insert(byte[] tokens, Random random)
    {
        var token = Make(random);
        return random.Next(2) == 0 ? [.. token, .. tokens] : [.. tokens, .. token];
    }

    /// <summary>A column of long text and a row whose text says that it is as long as it is said to be.</summary>
    public static byte[] LongText(string name, ulong length, uint chunk) =>
    [
        0x81, 1, 0, 0, 0, 0, 0, 1, 0, 0xE7, 0xFF, 0xFF, .. Collation, (byte)name.Length, .. Encoding.Unicode.GetBytes(name),
        0xD1, .. BitConverter.GetBytes(length), .. BitConverter.GetBytes(chunk),
    ];

    private static byte[] Make(Random random) => random.Next(5) switch
    {
        0 => Column(random),
        1 => LongText("version_text", random.Next(2) == 0 ? 0xFFFFFFFFFFFFFFFE : (ulong)random.NextInt64(), (uint)random.NextInt64(1L << 32)),
        2 => Sized(0xE3, [(byte)random.Next(25), .. Noise(random)]),
        3 => Sized((byte)random.Next(0x78, 0x100), Noise(random)),
        _ => [0xFD, .. Noise(random)[..12]],
    };

    private static byte[] Column(Random random)
    {
        var count = (ushort)random.Next(4) switch { 0 => 0xFFFF, 1 => 0, _ => 1 };
        return [0x81, (byte)count, (byte)(count >> 8), 0, 0, 0, 0, (byte)random.Next(256), (byte)random.Next(256),
            .. Types[random.Next(Types.Length)], 1, (byte)'x', 0, 0xD1, .. Noise(random)];
    }

    private static byte[] Sized(byte token, byte[] content)
    {
        var length = new byte[2];
        BinaryPrimitives.WriteUInt16LittleEndian(length, (ushort)content.Length);
        return [token, .. length, .. content];
    }

    private static byte[] Noise(Random random)
    {
        var noise = new byte[random.Next(12, 64)];
        random.NextBytes(noise);
        if (random.Next(2) == 0)
        {
            Array.Fill(noise, (byte)(random.Next(2) * 255), random.Next(8), 4);
        }

        return noise;
    }
}
