using System.Security.Authentication;
using System.Threading.Channels;

namespace TimerProbe.Lab.Tds;

/// <summary>One client: it logs in, then its statements are answered one by one while attentions are listened for.</summary>
internal sealed class TdsConnection(TcpClient client, TdsServer server)
{
    private int _number;

    public async Task ServeAsync(CancellationToken cancellationToken)
    {
        using var _ = client;
        var handshake = new HandshakeStream(client.GetStream());
        await TdsPackets.ReadAsync(client.GetStream(), cancellationToken);
        await TdsPackets.WriteAsync(client.GetStream(), TdsPackets.Response, server.PreLogin, cancellationToken);
        await using var stream = new SslStream(handshake);
        var options = new SslServerAuthenticationOptions { ServerCertificate = TdsCertificate.Shared, EnabledSslProtocols = SslProtocols.Tls12 };
        await stream.AuthenticateAsServerAsync(options, cancellationToken);
        handshake.InPackets = false;
        if (await TdsPackets.ReadAsync(stream, cancellationToken) is not { Type: TdsPackets.Login } login)
        {
            return;
        }

        var who = TdsRequestReader.Login(login.Content);
        _number = server.Count(who);
        var answer = await server.LogIn(who, cancellationToken);
        if (answer is TdsAnswer.Raw raw)
        {
            await raw.WriteAsync(stream, cancellationToken);
            await AnswerAllAsync(stream, cancellationToken);
            return;
        }

        var refusal = answer as TdsAnswer.Tokens;
        byte[] greeting = refusal is { Failed: true } ? [.. refusal.Bytes, .. TdsTokens.Done(2)] : [.. TdsTokens.LoginAck(who.Database), .. TdsTokens.Done(0)];
        await TdsPackets.WriteAsync(stream, TdsPackets.Response, greeting, cancellationToken);
        if (refusal is not { Failed: true })
        {
            await AnswerAllAsync(stream, cancellationToken);
        }
    }

    private async Task AnswerAllAsync(SslStream stream, CancellationToken cancellationToken)
    {
        var messages = Channel.CreateUnbounded<(byte Type, byte[] Content)>();
        using var attention = new Attention();
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var reading = ListenAsync(stream, messages.Writer, attention, ended.Token);
        try
        {
            ended.CancelAfter(server.ShutdownTimeouts);
            await foreach (var (type, content) in messages.Reader.ReadAllAsync(ended.Token))
            {
                ended.CancelAfter(server.ShutdownTimeouts);
                if (!await AnswerAsync(stream, type, content, attention, ended.Token))
                {
                    return;
                }
            }
        }
        finally
        {
            client.Close();
            await ended.CancelAsync();
            await reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static async Task ListenAsync(
        SslStream stream, ChannelWriter<(byte Type, byte[] Content)> messages, Attention attention, CancellationToken cancellationToken)
    {
        try
        {
            while (await TdsPackets.ReadAsync(stream, cancellationToken) is { } message)
            {
                if (message.Type == TdsPackets.Attention)
                {
                    attention.Call();
                }

                await messages.WriteAsync(message, cancellationToken);
            }
        }
        finally
        {
            messages.Complete();
            attention.Call();
        }
    }

    private async Task<bool> AnswerAsync(SslStream stream, byte type, byte[] content, Attention attention, CancellationToken cancellationToken)
    {
        if (type == TdsPackets.Attention)
        {
            attention.Answered();
            await TdsPackets.WriteAsync(stream, TdsPackets.Response, TdsTokens.Done(0x20), cancellationToken);
            return true;
        }

        var request = type == TdsPackets.Call ? TdsRequestReader.Call(_number, content) : TdsRequestReader.Batch(_number, content);
        server.Requests.Enqueue(request);
        TdsAnswer answer;
        try
        {
            answer = await server.Answer(request, attention.Token);
        }
        catch (OperationCanceledException)
        {
            // The attention itself comes next and is answered then.
            return true;
        }

        if (answer is TdsAnswer.Raw raw)
        {
            await raw.WriteAsync(stream, cancellationToken);
            return true;
        }

        if (answer is not TdsAnswer.Tokens tokens)
        {
            return false;
        }

        await TdsPackets.WriteAsync(stream, TdsPackets.Response, [.. tokens.Bytes, .. TdsTokens.Done((ushort)(tokens.Failed ? 2 : 0))], cancellationToken);
        return !tokens.Ends;
    }

    private sealed class Attention : IDisposable
    {
        private readonly Lock _lock = new();
        private CancellationTokenSource _source = new();

        public CancellationToken Token
        {
            get
            {
                lock (_lock)
                {
                    return _source.Token;
                }
            }
        }

        public void Call()
        {
            lock (_lock)
            {
                _source.Cancel();
            }
        }

        public void Answered()
        {
            lock (_lock)
            {
                _source.Dispose();
                _source = new CancellationTokenSource();
            }
        }

        public void Dispose() => _source.Dispose();
    }
}
