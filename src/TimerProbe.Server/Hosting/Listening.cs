using System.Net.Security;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;

namespace TimerProbe.Server.Hosting;

/// <summary>Where a node listens, and by which certificate.</summary>
internal static class Listening
{
    private const int LargestHeaders = 16 * 1024;

    private static readonly TimeSpan HeadersTime = TimeSpan.FromSeconds(15);

    /// <summary>Lets a node listen.</summary>
    /// <param name="builder">The node.</param>
    /// <param name="settings">What the configuration says.</param>
    /// <param name="addresses">Where it listens.</param>
    /// <param name="time">Its clock.</param>
    /// <exception cref="UseCaseException">An address is none, is not safe, or has no good certificate.</exception>
    public static void Apply(WebApplicationBuilder builder, ServerSettings settings, IReadOnlyList<string> addresses, TimeProvider time)
    {
        var listen = addresses.Select(ListenAddress.Parse).ToList();
        if (!settings.PlainHttp && listen.FirstOrDefault(address => address is { IsHttps: false, IsLoopback: false }) is { } open)
        {
            throw new UseCaseException(
                Failure.Usage,
                $"{open.Text} is plain http and no loopback address: tokens could be read on the way. Listen on https with server.certificate, or set server.plainHttp where something else sees to TLS");
        }

        ServerCertificate? certificate = null;
        if (listen.FirstOrDefault(address => address.IsHttps) is { } secure)
        {
            certificate = ServerCertificate.Read(
                settings.Certificate ?? throw new UseCaseException(Failure.Usage, $"{secure.Text} needs a certificate: name its PEM file as server.certificate, and that of its key as server.certificateKey"),
                settings.CertificateKey ?? settings.Certificate,
                time);
        }

        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel((_, kestrel) =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestHeadersTotalSize = LargestHeaders;
            kestrel.Limits.RequestHeadersTimeout = HeadersTime;
            foreach (var address in listen)
            {
                Listen(kestrel, address, certificate is null ? null : Handshake(kestrel, certificate, settings));
            }
        });
    }

    private static void Listen(KestrelServerOptions kestrel, ListenAddress address, TlsHandshakeCallbackOptions? handshake)
    {
        if (address.Address is null)
        {
            kestrel.ListenLocalhost(address.Port, Configure);
        }
        else
        {
            kestrel.Listen(address.Address, address.Port, Configure);
        }

        void Configure(ListenOptions options)
        {
            if (address.IsHttps)
            {
                options.UseHttps(handshake!);
            }
        }
    }

    private static TlsHandshakeCallbackOptions Handshake(KestrelServerOptions kestrel, ServerCertificate certificate, ServerSettings settings)
    {
        var log = kestrel.ApplicationServices.GetRequiredService<ILoggerFactory>().CreateLogger("TimerProbe.Server");
        return new TlsHandshakeCallbackOptions
        {
            OnConnection = _ => ValueTask.FromResult(new SslServerAuthenticationOptions
            {
                ServerCertificateContext = certificate.Current(problem => Log.CertificateKept(log, problem)),
                ClientCertificateRequired = settings.ClientAuthority is not null,
#pragma warning disable CA5359 // MachineCertificates looks at it where it is used: a browser may show one that has nothing to do with this server.
                RemoteCertificateValidationCallback = (_, _, _, _) => true,
#pragma warning restore CA5359
            }),
        };
    }
}

/// <summary>What a node says of its certificate while it runs.</summary>
internal static partial class Log
{
    [LoggerMessage(LogLevel.Warning, "The certificate is not renewed, and the old one goes on: {Problem}")]
    public static partial void CertificateKept(ILogger log, string problem);
}
