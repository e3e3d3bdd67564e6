using System.Buffers.Binary;

namespace TimerProbe.Fleet.Tests.Running;

/// <summary>What answers in place of a PostgreSQL server, asks for the password in clear text, and keeps all that it is told.</summary>
internal sealed class AskingServer : IDisposable
{
    private const int StartOfTls = 8;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2? _certificate;
    private readonly StringBuilder _told = new();

    /// <param name="certificate">What it shows; null to offer no TLS.</param>
    public AskingServer(X509Certificate2? certificate)
    {
        _certificate = certificate;
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
            catch (Exception ex) when (ex is IOException or System.Security.Authentication.AuthenticationException)
            {
                // It did not like the certificate, or what it was asked for.
            }
        }
    }

    private async Task AnswerAsync(Stream stream)
    {
        if (await ReadAsync(stream) == StartOfTls)
        {
            await stream.WriteAsync(_certificate is null ? "N"u8.ToArray() : "S"u8.ToArray());
            if (_certificate is not null)
            {
                var secured = new SslStream(stream);
                await secured.AuthenticateAsServerAsync(_certificate);
                stream = secured;
            }

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
