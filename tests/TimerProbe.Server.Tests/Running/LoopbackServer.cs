using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace TimerProbe.Server.Tests.Running;

/// <summary>Something on loopback that answers every request as it is told to, by https if it has a certificate.</summary>
internal sealed class LoopbackServer : IAsyncDisposable
{
    private readonly WebApplication _app;
    private int _asked;

    private LoopbackServer(WebApplication app) => _app = app;

    public Uri Address { get; private set; } = null!;

    /// <summary>How many requests came.</summary>
    public int Asked => Volatile.Read(ref _asked);

    public static async Task<LoopbackServer> StartAsync(
        RequestDelegate answer, X509Certificate2? certificate = null, HttpProtocols protocols = HttpProtocols.Http1AndHttp2)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen =>
        {
            listen.Protocols = protocols;
            _ = certificate is null ? listen : listen.UseHttps(certificate);
        }));
        var server = new LoopbackServer(builder.Build());
        server._app.Run(context =>
        {
            Interlocked.Increment(ref server._asked);
            return answer(context);
        });
        await server._app.StartAsync(Cancel);
        server.Address = new Uri(server._app.Urls.Single());
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }
}
