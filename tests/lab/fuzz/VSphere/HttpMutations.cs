using System.IO.Compression;

namespace TimerProbe.Fuzz.VSphere;

/// <summary>Ways to send an answer that HTTP does not know, or that servers do not mean well with.</summary>
internal static class HttpMutations
{
    private static readonly byte[] Bomb = MakeBomb("<![CDATA[", '<');
    private static readonly byte[] Blanks = MakeBomb("", ' ');

    private static readonly (string Name, Func<byte[], Random, byte[]> Send)[] All =
    [
        ("in chunks", (body, random) => Chunked(body, random, _ => "")),
        ("with a long chunk extension", (body, random) => Chunked(body, random, _ => ";x=" + new string('x', 1 << random.Next(6, 18)))),
        ("with a chunk size that is none", (body, random) => [.. Chunked(body, random, _ => "")
            .SkipLast(5), .. Encoding.Latin1.GetBytes(random.Next(3) switch { 0 => "ZZ\r\n", 1 => "FFFFFFFFFFFFFFFF\r\n", _ => "-1\r\n" })]),
        ("cut", (body, random) => Cut(RawHttpsServer.Plain(body), random)),
        ("cut in chunks", (body, random) => Cut(Chunked(body, random, _ => ""), random)),
        ("packed", (body, _) => RawHttpsServer.Plain(Packed(body), headers: "Content-Encoding: gzip\r\n")),
        ("packed and spoiled", (body, random) => RawHttpsServer.Plain(OddBytes.Spoil(Packed(body), random), headers: "Content-Encoding: gzip\r\n")),
        ("called packed", (body, random) => RawHttpsServer.Plain(body, headers: random.Next(2) == 0 ? "Content-Encoding: gzip\r\n" : "Content-Encoding: deflate\r\n")),
        ("packed twice", (body, _) => RawHttpsServer.Plain(Packed(Packed(body)), headers: "Content-Encoding: gzip, gzip\r\n")),
        ("as a bomb", (_, random) => RawHttpsServer.Plain(random.Next(2) == 0 ? Bomb : Blanks, headers: "Content-Encoding: gzip\r\n")),
        ("with another length", (body, random) => Headed($"HTTP/1.1 200 OK\r\nContent-Length: {Length(body, random)}\r\n\r\n", body)),
        ("with two lengths", (body, _) => Headed($"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: {body.Length.ToString()}\r\n\r\n", body)),
        ("with another status", (body, random) => RawHttpsServer.Plain(body, Status(random), "Location: https://127.0.0.1:1/\r\nRetry-After: 100000\r\n")),
        ("with a status line that is none", (body, random) => Headed(random.Next(3) switch { 0 => "HTTP/9.9 200 OK\r\n\r\n", 1 => "220 mail ESMTP\r\n", _ => "HTTP/1.1 \u0001\u001B[31m\r\n\r\n" }, body)),
        ("with long headers", (body, random) => RawHttpsServer.Plain(body, headers: "X: " + new string('x', 1 << random.Next(10, 20)) + "\r\n")),
        ("with many headers", (body, random) => RawHttpsServer.Plain(body, headers: string.Concat(Enumerable.Range(0, 1 << random.Next(12)).Select(i => $"X{i}: y\r\n")))),
        ("with odd cookies", (body, random) => RawHttpsServer.Plain(body, headers: $"Set-Cookie: vmware_soap_session=\"{new string('é', 1 << random.Next(10))}\"; x\r\nSet-Cookie: vmware_soap_session=\r\n")),
        ("after many provisional ones", (body, random) => Headed(string.Concat(Enumerable.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 1 << random.Next(10))), RawHttpsServer.Plain(body))),
        ("in UTF-16", (body, _) => RawHttpsServer.Plain([.. Encoding.Unicode.GetPreamble(),
            .. Encoding.Unicode.GetBytes(Encoding.UTF8.GetString(body).Replace("UTF-8", "UTF-16", StringComparison.Ordinal))])),
        ("in no encoding", (body, random) => RawHttpsServer.Plain(OddBytes.Spoil(body, random))),
        ("with bytes behind it", (body, _) => [.. RawHttpsServer.Plain(body), .. "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"u8]),
        ("not at all", (_, _) => []),
    ];

    /// <summary>How long a server that sent too little is silent before it closes the connection: long enough for a client to wait.</summary>
    private static readonly TimeSpan Stall = TimeSpan.FromMilliseconds(400);

    /// <summary>The answer as bytes of HTTP. Once in a while whoever waits for more of it waits until its own limit.</summary>
    public static ChangedAnswer Send(byte[] body, FuzzCase fuzz)
    {
        var (name, send) = fuzz.Pick(All);
        fuzz.Story.Add("  sent " + name);
        return new ChangedAnswer(send(body, fuzz.Random), fuzz.OneIn(2) ? TimeSpan.Zero : fuzz.OneIn(10) ? Timeout.InfiniteTimeSpan : Stall);
    }

    private static byte[] Headed(string head, byte[] body) => [.. Encoding.Latin1.GetBytes(head), .. body];

    private static string Length(byte[] body, Random random) => random.Next(5) switch
    {
        0 => (body.Length - 1).ToString(),
        1 => (body.Length / 2).ToString(),
        2 => "-5",
        3 => "99999999999999999999",
        _ => "x",
    };

    private static string Status(Random random)
    {
        string[] all = ["204 No Content", "302 Found", "401 Unauthorized", "404 Not Found", "500 \u001B[31m", "101 Switching Protocols", "999 x", "000 x", "200", "206 Partial Content", "304 Not Modified", "426 Upgrade Required"];
        return all[random.Next(all.Length)];
    }

    private static byte[] Cut(byte[] whole, Random random) => whole[..random.Next(whole.Length)];

    private static byte[] Chunked(byte[] body, Random random, Func<int, string> extension)
    {
        using var all = new MemoryStream();
        all.Write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"u8);
        for (var at = 0; at < body.Length;)
        {
            var size = Math.Min(body.Length - at, random.Next(body.Length / 16 + 1, body.Length + 1));
            all.Write(Encoding.Latin1.GetBytes($"{size.ToString("X")}{extension(at)}\r\n"));
            all.Write(body.AsSpan(at, size));
            all.Write("\r\n"u8);
            at += size;
        }

        all.Write("0\r\n\r\n"u8);
        return all.ToArray();
    }

    private static byte[] Packed(byte[] body) => Pack(gzip => gzip.Write(body));

    private static byte[] MakeBomb(string opening, char filling) => Pack(gzip =>
    {
        gzip.Write(Encoding.UTF8.GetBytes("""<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><x>""" + opening));
        var block = Encoding.UTF8.GetBytes(new string(filling, 1 << 20));
        for (var left = 200; left > 0; left--)
        {
            gzip.Write(block);
        }
    });

    private static byte[] Pack(Action<GZipStream> write)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            write(gzip);
        }

        return packed.ToArray();
    }
}
