using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace TimerProbe.Server.Tests.Running;

/// <summary>Something on loopback that answers every request as it is told to, by https if it has a certificate.</summary>
internal sealed class StubServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private StubServer(WebApplication app) => _app = app;

    public Uri Address { get; private set; } = null!;

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
        var addresses = app.Services.GetRequiredService<Microsoft.AspNetCore.Hosting.Server.IServer>()
            .Features.Get<IServerAddressesFeature>()!;
        return new StubServer(app) { Address = new Uri(addresses.Addresses.Single()) };
    }

    /// <summary>A certificate for loopback that nobody issued.</summary>
    public static X509Certificate2 Certificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(
                certificateAuthority: true, hasPathLengthConstraint: false, pathLengthConstraint: 0, critical: true));
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }
}
