using Microsoft.AspNetCore.Hosting;

namespace TimerProbe.Server.Tests.Running;

/// <summary>Something on loopback that answers every request as it is told to, by https if it has a certificate.</summary>
internal sealed class StubServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private StubServer(WebApplication app) => _app = app;

    public required Uri Address { get; init; }

    public static async Task<StubServer> StartAsync(RequestDelegate answer, X509Certificate2? certificate = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => _ = certificate is null ? listen : listen.UseHttps(certificate)));
        var app = builder.Build();
        app.Run(answer);
        await app.StartAsync(Cancel);
        return new StubServer(app) { Address = new Uri(app.Urls.Single()) };
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }
}
