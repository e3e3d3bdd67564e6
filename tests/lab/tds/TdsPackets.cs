namespace TimerProbe.Lab.Tds;

/// <summary>Messages in packets ([MS-TDS] 2.2.3).</summary>
internal static class TdsPackets
{
    public const byte Batch = 1;
    public const byte Call = 3;
    public const byte Response = 4;
    public const byte Attention = 6;
    public const byte Login = 16;
    public const byte PreLogin = 18;

    private const int HeaderSize = 8;
    private const int PacketSize = 4096;

    /// <summary>The next message, its packets joined; null when the client is gone.</summary>
    public static async Task<(byte Type, byte[] Content)?> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        var header = new byte[HeaderSize];
        var content = new MemoryStream();
        do
        {
            if (await stream.ReadAtLeastAsync(header, HeaderSize, throwOnEndOfStream: false, cancellationToken) < HeaderSize)
            {
                return null;
            }

            var body = new byte[BinaryPrimitives.ReadUInt16BigEndian(header.AsSpan(2)) - HeaderSize];
            await stream.ReadExactlyAsync(body, cancellationToken);
            content.Write(body);
        }
        while ((header[1] & 1) == 0);
        return (header[0], content.ToArray());
    }

    public static Task WriteAsync(Stream stream, byte type, byte[] content, CancellationToken cancellationToken) =>
        WriteAsync(stream, type, content, PacketSize - HeaderSize, ends: true, cancellationToken);

    /// <param name="size">The bytes of content in a packet.</param>
    /// <param name="ends">Whether the last packet says that it is the last.</param>
    public static async Task WriteAsync(Stream stream, byte type, byte[] content, int size, bool ends, CancellationToken cancellationToken)
    {
        for (var at = 0; at == 0 || at < content.Length; at += size)
        {
            var body = content.AsMemory(at, Math.Min(size, content.Length - at));
            var packet = new byte[HeaderSize + body.Length];
            packet[0] = type;
            packet[1] = (byte)(ends && at + body.Length == content.Length ? 1 : 0);
            BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)packet.Length);
            body.CopyTo(packet.AsMemory(HeaderSize));
            await stream.WriteAsync(packet, cancellationToken);
        }

        await stream.FlushAsync(cancellationToken);
    }
}
