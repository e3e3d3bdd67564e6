namespace TimerProbe.Fuzz.Sql;

/// <summary>Ways to send an answer that TDS does not know, or that have no end.</summary>
internal static class SendingMutations
{
    private const int PacketSize = 4096;
    private const int HeaderSize = 8;

    private static readonly (string Name, int Weight, SendAsync Send)[] All =
    [
        ("in small packets", 4, (stream, tokens, random, cancellationToken) =>
            InPacketsAsync(stream, [.. tokens, .. TdsTokens.Done(0)], random.Next(1, 40), cancellationToken)),
        ("with another length", 4, (stream, tokens, random, cancellationToken) =>
            stream.WriteAsync(Packet(tokens, (byte)random.Next(256), 1, random.Next(0x10000)), cancellationToken).AsTask()),
        ("as another kind of packet", 4, (stream, tokens, random, cancellationToken) => stream.WriteAsync(
            Packet(tokens, (byte)random.Next(256), (byte)random.Next(256), tokens.Length + HeaderSize), cancellationToken).AsTask()),
        ("as noise", 4, NoiseAsync),
        ("without an end, row after row", 2, (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, TdsTokens.Columns([("version_text", "")]), Row(new string('x', 500)), cancellationToken)),
        ("without an end, empty rows", 1, (stream, _, _, cancellationToken) => EndlesslyAsync(stream, TdsTokens.Columns([("version_text", "")]), Row(""), cancellationToken)),
        ("without an end, result after result", 2, (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, [], [.. TdsTokens.Columns([("name", "")]), .. TdsTokens.Done(1)], cancellationToken)),
        ("without an end, message after message", 2, (stream, _, _, cancellationToken) => TalkAsync(stream, cancellationToken)),
        ("without an end, error after error", 2, (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, [], TdsTokens.Message(0xAA, 50000, 16, new string('e', 1000)), cancellationToken)),
        ("without an end, one text", 2, (stream, _, random, cancellationToken) => EndlesslyAsync(stream, TokenMutations.LongText(
            "version_text", random.Next(2) == 0 ? 0xFFFFFFFFFFFFFFFE : 0x7FFFFFF0, 0x7FFFFFF0), new byte[4000], cancellationToken)),
        ("not at all", 1, (_, _, _, _) => Task.CompletedTask),
    ];

    public delegate Task SendAsync(Stream stream, byte[] tokens, Random random, CancellationToken cancellationToken);

    /// <summary>Messages until the client has enough of them.</summary>
    public static Task TalkAsync(Stream stream, CancellationToken cancellationToken) =>
        EndlesslyAsync(stream, [], TdsTokens.Message(0xAB, 50000, 0, new string('m', 1000)), cancellationToken);

    public static (string Name, SendAsync Send) Pick(Random random)
    {
        var at = random.Next(All.Sum(item => item.Weight));
        var (name, _, send) = All.First(item => (at -= item.Weight) < 0);
        return (name, send);
    }

    private static byte[] Row(string text) => [.. TdsTokens.ResultSet([[("version_text", text)]]).Skip(TdsTokens.Columns([("version_text", "")]).Length)];

    private static async Task InPacketsAsync(Stream stream, byte[] tokens, int size, CancellationToken cancellationToken)
    {
        for (var at = 0; at < tokens.Length; at += size)
        {
            var body = tokens[at..Math.Min(tokens.Length, at + size)];
            await stream.WriteAsync(Packet(body, TdsPackets.Response, (byte)(at + size >= tokens.Length ? 1 : 0), body.Length + HeaderSize), cancellationToken);
        }
    }

    private static async Task NoiseAsync(Stream stream, byte[] tokens, Random random, CancellationToken cancellationToken)
    {
        var noise = new byte[random.Next(1, 10_000)];
        random.NextBytes(noise);
        await stream.WriteAsync(noise, cancellationToken);
    }

    private static async Task EndlesslyAsync(Stream stream, byte[] first, byte[] again, CancellationToken cancellationToken)
    {
        await InPacketsWithoutEndAsync(stream, first, cancellationToken);
        byte[] many = [.. Enumerable.Repeat(again, 1 + (64_000 / again.Length)).SelectMany(bytes => bytes)];
        while (!cancellationToken.IsCancellationRequested)
        {
            await InPacketsWithoutEndAsync(stream, many, cancellationToken);
        }
    }

    private static async Task InPacketsWithoutEndAsync(Stream stream, byte[] tokens, CancellationToken cancellationToken)
    {
        for (var at = 0; at < tokens.Length; at += PacketSize - HeaderSize)
        {
            var body = tokens[at..Math.Min(tokens.Length, at + PacketSize - HeaderSize)];
            await stream.WriteAsync(Packet(body, TdsPackets.Response, 0, body.Length + HeaderSize), cancellationToken);
        }
    }

    private static byte[] Packet(byte[] body, byte type, byte status, int length)
    {
        var packet = new byte[HeaderSize + body.Length];
        (packet[0], packet[1]) = (type, status);
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)length);
        body.CopyTo(packet.AsSpan(HeaderSize));
        return packet;
    }
}
