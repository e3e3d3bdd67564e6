using System.Net.Security;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace TimerProbe.Server.Hosting;

/// <summary>Where a node listens, and by which certificate.</summary>
internal sealed class Listening
{
    private const int MaxHeaders = 16 * 1024;

    private static readonly TimeSpan HeadersTime = TimeSpan.FromSeconds(15);

    private readonly IReadOnlyList<ListenAddress> _addresses;
    private readonly ServerCertificate? _certificate;

    private Listening(IReadOnlyList<ListenAddress> addresses, ServerCertificate? certificate) =>
        (_addresses, _certificate) = (addresses, certificate);

    /// <exception cref="UseCaseException">A text is not an address, an address is not safe, or has no good certificate.</exception>
    public static Listening From(ServerSettings settings, IReadOnlyList<string> addresses, TimeProvider time)
    {
        var listen = addresses.Select(ListenAddress.Parse).ToList();
        if (listen.Select(settings.RejectionReason).FirstOrDefault(why => why is not null) is { } refused)
        {
            throw new UseCaseException(ExitCode.Usage, refused);
        }

        var certificate = listen.Exists(address => address.IsHttps)
            ? ServerCertificate.Read(settings.Certificate!, settings.CertificateKey ?? settings.Certificate!, time)
            : null;
        return new Listening(listen, certificate);
    }

    public void Apply(WebApplicationBuilder builder, NodeLog log)
    {
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel((_, kestrel) =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestHeadersTotalSize = MaxHeaders;
            kestrel.Limits.RequestHeadersTimeout = HeadersTime;
            foreach (var address in _addresses)
            {
                Listen(kestrel, address, _certificate is null ? null : Handshake(_certificate, log));
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

    private static TlsHandshakeCallbackOptions Handshake(ServerCertificate certificate, NodeLog log)
    {
        return new TlsHandshakeCallbackOptions
        {
            OnConnection = _ => ValueTask.FromResult(new SslServerAuthenticationOptions
            {
                ServerCertificateContext = certificate.Current(problem => log.Say(
                    LogLevel.Warning, "Server", $"The certificate is not renewed, and the old one goes on: {problem}")),
            }),
        };
    }
}
