using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace TimerProbe.Tests.Hostile;

/// <summary>A server on loopback that speaks TLS properly and HTTP as its owner likes: answers are bytes.</summary>
internal sealed class RawHttpsServer : IAsyncDisposable
{
    private readonly WebApplication _web;
    private readonly ConcurrentQueue<Exception> _failures = new();

    private RawHttpsServer(WebApplication web) => _web = web;

    /// <summary>Writes the bytes of an answer, and says how long the connection then waits for another request; zero closes it at once.</summary>
    public delegate Task<TimeSpan> Answer(string request, Stream output, CancellationToken cancellationToken);

    public Uri Url => new(_web.Urls.Single());

    /// <summary>What went wrong in the server itself, which is a flaw of the test.</summary>
    public IReadOnlyCollection<Exception> Failures => _failures;

    public static async Task<RawHttpsServer> StartAsync(X509Certificate2 certificate, Answer answer)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.Logging.ClearProviders();
        RawHttpsServer? server = null;
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(certificate)
                .Run(connection => server!.ServeAsync(connection, answer))));
        var web = builder.Build();
        server = new RawHttpsServer(web);
        await web.StartAsync();
        return server;
    }

    /// <summary>A plain answer with its length.</summary>
    public static byte[] Plain(byte[] body, string status = "200 OK", string headers = "") =>
        [.. Encoding.Latin1.GetBytes($"HTTP/1.1 {status}\r\nContent-Type: text/xml; charset=utf-8\r\n{headers}Content-Length: {body.Length}\r\n\r\n"), .. body];

    public async ValueTask DisposeAsync()
    {
        using var soon = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));
        await _web.StopAsync(soon.Token);
        await _web.DisposeAsync();
    }

    private async Task ServeAsync(ConnectionContext connection, Answer answer)
    {
        try
        {
            var input = connection.Transport.Input.AsStream();
            await using var output = connection.Transport.Output.AsStream();
            using var left = CancellationTokenSource.CreateLinkedTokenSource(connection.ConnectionClosed);
            for (var patience = Timeout.InfiniteTimeSpan; patience != TimeSpan.Zero && await ReadRequestAsync(input, left.Token) is { } body;)
            {
                left.CancelAfter(Timeout.InfiniteTimeSpan);
                patience = await answer(body, output, connection.ConnectionClosed);
                await output.FlushAsync(connection.ConnectionClosed);
                left.CancelAfter(patience);
            }
        }
        catch (Exception ex) when (ex is OperationCanceledException or IOException or ConnectionAbortedException or ConnectionResetException)
        {
            // The client left, or was left.
        }
        catch (Exception ex) when (connection.ConnectionClosed.IsCancellationRequested is false)
        {
            _failures.Enqueue(ex);
        }
    }

    /// <summary>The body of the next request; null when there is none.</summary>
    private static async Task<string?> ReadRequestAsync(Stream input, CancellationToken cancellationToken)
    {
        var head = new List<byte>();
        var one = new byte[1];
        while (!head.TakeLast(4).SequenceEqual("\r\n\r\n"u8.ToArray()))
        {
            if (await input.ReadAsync(one, cancellationToken) == 0)
            {
                return null;
            }

            head.Add(one[0]);
        }

        var length = Encoding.Latin1.GetString([.. head]).Split("\r\n")
            .Where(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase))
            .Select(line => int.Parse(line["Content-Length:".Length..], CultureInfo.InvariantCulture)).FirstOrDefault();
        var body = new byte[length];
        await input.ReadExactlyAsync(body, cancellationToken);
        return Encoding.UTF8.GetString(body);
    }
}
