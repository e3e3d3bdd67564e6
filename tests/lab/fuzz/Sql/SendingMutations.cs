namespace TimerProbe.Fuzz.Sql;

/// <summary>Ways to send an answer that TDS does not know, or that have no end.</summary>
internal static class SendingMutations
{
    private const int BodySize = 4088;

    private static readonly (string Name, SendAsync Send)[] All =
    [
        ("in small packets", (stream, tokens, random, cancellationToken) =>
            TdsPackets.WriteAsync(
                stream, TdsPackets.Response, [.. tokens, .. TdsTokens.Done(0)], random.Next(1, 40), ends: true, cancellationToken)),
        ("with another header", (stream, tokens, random, cancellationToken) =>
            stream.WriteAsync(WithAnotherHeader(tokens, random), cancellationToken).AsTask()),
        ("as noise", NoiseAsync),
        ("without an end, row after row", (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, TdsTokens.Columns([("version_text", "")]), Row(new string('x', 500)), cancellationToken)),
        ("without an end, empty rows", (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, TdsTokens.Columns([("version_text", "")]), Row(""), cancellationToken)),
        ("without an end, result after result", (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, [], [.. TdsTokens.Columns([("name", "")]), .. TdsTokens.Done(1)], cancellationToken)),
        ("without an end, message after message", (stream, _, _, cancellationToken) => TalkAsync(stream, cancellationToken)),
        ("without an end, error after error", (stream, _, _, cancellationToken) =>
            EndlesslyAsync(stream, [], TdsTokens.Message(0xAA, 50000, 16, new string('e', 1000)), cancellationToken)),
        ("without an end, one text", (stream, _, random, cancellationToken) =>
            EndlesslyAsync(stream, LongText(random.Next(2) == 0 ? 0xFFFFFFFFFFFFFFFE : 0x7FFFFFF0), new byte[4000], cancellationToken)),
        ("not at all", (_, _, _, _) => Task.CompletedTask),
    ];

    public delegate Task SendAsync(Stream stream, byte[] tokens, Random random, CancellationToken cancellationToken);

    /// <summary>Messages until the client has enough of them.</summary>
    public static Task TalkAsync(Stream stream, CancellationToken cancellationToken) =>
        EndlesslyAsync(stream, [], TdsTokens.Message(0xAB, 50000, 0, new string('m', 1000)), cancellationToken);

    public static (string Name, SendAsync Send) Pick(Random random) => All[random.Next(All.Length)];

    private static byte[] Row(string text) => [.. TdsTokens.ResultSet([[("version_text", text)]]).Skip(TdsTokens.Columns([("version_text", "")]).Length)];

    /// <summary>A column of long text, and the beginning of a row whose text says that it is as long.</summary>
    private static byte[] LongText(ulong length) =>
    [
        0x81, 1, 0, 0, 0, 0, 0, 1, 0, 0xE7, 0xFF, 0xFF, 0x09, 0x04, 0xD0, 0x00, 0x34, 12, .. Encoding.Unicode.GetBytes("version_text"),
        0xD1, .. BitConverter.GetBytes(length), .. BitConverter.GetBytes(0x7FFFFFF0),
    ];

    private static byte[] WithAnotherHeader(byte[] tokens, Random random)
    {
        var length = random.Next(2) == 0 ? tokens.Length + 8 : random.Next(0x10000);
        return [(byte)random.Next(256), (byte)random.Next(256), (byte)(length >> 8), (byte)length, 0, 0, 0, 0, .. tokens];
    }

    private static async Task NoiseAsync(Stream stream, byte[] tokens, Random random, CancellationToken cancellationToken)
    {
        var noise = new byte[random.Next(1, 10_000)];
        random.NextBytes(noise);
        await stream.WriteAsync(noise, cancellationToken);
    }

    private static async Task EndlesslyAsync(Stream stream, byte[] first, byte[] again, CancellationToken cancellationToken)
    {
        byte[] many = [.. Enumerable.Repeat(again, 1 + (64_000 / again.Length)).SelectMany(bytes => bytes)];
        for (byte[] next = [.. first, .. many]; !cancellationToken.IsCancellationRequested; next = many)
        {
            await TdsPackets.WriteAsync(stream, TdsPackets.Response, next, BodySize, ends: false, cancellationToken);
        }
    }
}
