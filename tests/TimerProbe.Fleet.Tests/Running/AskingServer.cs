using System.Buffers.Binary;

namespace TimerProbe.Fleet.Tests.Running;

/// <summary>What answers in place of a PostgreSQL server, without TLS, asks for the password in clear text, and keeps all that it is told.</summary>
internal sealed class AskingServer : IDisposable
{
    private const int StartOfTls = 8;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly StringBuilder _told = new();

    public AskingServer()
    {
        _listener.Start();
        _ = AnswerAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public string Told
    {
        get
        {
            lock (_told)
            {
                return _told.ToString();
            }
        }
    }

    public void Dispose() => _listener.Dispose();

    private async Task AnswerAsync()
    {
        while (true)
        {
            using var client = await _listener.AcceptTcpClientAsync();
            try
            {
                await AnswerAsync(client.GetStream());
            }
            catch (IOException)
            {
                // It did not like what it was asked for.
            }
        }
    }

    private async Task AnswerAsync(Stream stream)
    {
        if (await ReadAsync(stream) == StartOfTls)
        {
            await stream.WriteAsync("N"u8.ToArray());
            await ReadAsync(stream);
        }

        byte[] wantsClearText = [(byte)'R', 0, 0, 0, 8, 0, 0, 0, 3];
        BinaryPrimitives.WriteInt32BigEndian(wantsClearText.AsSpan(1), wantsClearText.Length - 1);
        await stream.WriteAsync(wantsClearText);
        while (await ReadAsync(stream) > 0)
        {
        }
    }

    private async Task<int> ReadAsync(Stream stream)
    {
        var bytes = new byte[4096];
        var count = await stream.ReadAsync(bytes);
        lock (_told)
        {
            _told.Append(Encoding.Latin1.GetString(bytes, 0, count));
        }

        return count;
    }
}
