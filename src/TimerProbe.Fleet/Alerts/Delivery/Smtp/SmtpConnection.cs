using System.Globalization;
using System.Net.Security;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery.Smtp;

/// <summary>A connection to an SMTP server (RFC 5321), reply by reply. The server is not trusted to be brief.</summary>
internal sealed class SmtpConnection(Stream stream) : IAsyncDisposable
{
    private const int LongestLine = 2048;
    private const int MostLines = 100;

    private readonly byte[] _buffer = new byte[1024];
    private Stream _stream = stream;
    private int _next;
    private int _end;

    /// <summary>Turns to TLS.</summary>
    /// <exception cref="AlertNotDeliveredException">The server said something before that nobody would vouch for.</exception>
    public async Task SecureAsync(SslClientAuthenticationOptions options, CancellationToken cancel)
    {
        if (_next < _end)
        {
            throw new AlertNotDeliveredException("the server said more than its answer before TLS began: somebody in between may have");
        }

        var secure = new SslStream(_stream);
        _stream = secure;
        await secure.AuthenticateAsClientAsync(options, cancel);
    }

    /// <summary>Says a line and hears the reply.</summary>
    public async Task<SmtpReply> SayAsync(string line, CancellationToken cancel)
    {
        await WriteAsync(line + "\r\n", cancel);
        return await HearAsync(cancel);
    }

    /// <summary>Sends a message after DATA and hears the reply.</summary>
    /// <param name="message">Its lines end with CRLF.</param>
    /// <param name="cancel">Ends the sending.</param>
    public async Task<SmtpReply> SendAsync(string message, CancellationToken cancel)
    {
        await WriteAsync(message.Replace("\r\n.", "\r\n..", StringComparison.Ordinal) + ".\r\n", cancel);
        return await HearAsync(cancel);
    }

    /// <summary>Hears a reply.</summary>
    /// <exception cref="IOException">There is none, or it is none of SMTP.</exception>
    public async Task<SmtpReply> HearAsync(CancellationToken cancel)
    {
        var lines = new List<string>();
        while (lines.Count < MostLines)
        {
            var line = await LineAsync(cancel);
            if (line.Length < 3 || !int.TryParse(line.AsSpan(0, 3), NumberStyles.None, CultureInfo.InvariantCulture, out var code))
            {
                break;
            }

            lines.Add(line.Length > 3 ? line[4..] : "");
            if (line.Length == 3 || line[3] != '-')
            {
                return new SmtpReply(code, lines);
            }
        }

        throw new IOException("what answers there speaks no SMTP");
    }

    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    private async Task WriteAsync(string text, CancellationToken cancel)
    {
        await _stream.WriteAsync(Encoding.UTF8.GetBytes(text), cancel);
        await _stream.FlushAsync(cancel);
    }

    private async Task<string> LineAsync(CancellationToken cancel)
    {
        var line = new List<byte>();
        while (line.Count < LongestLine)
        {
            if (_next == _end)
            {
                (_next, _end) = (0, await _stream.ReadAsync(_buffer, cancel));
                if (_end == 0)
                {
                    throw new IOException("the server closed the connection");
                }
            }

            var letter = _buffer[_next++];
            if (letter == '\n')
            {
                return Encoding.UTF8.GetString([.. line]).TrimEnd('\r');
            }

            line.Add(letter);
        }

        throw new IOException("what answers there speaks no SMTP");
    }
}
