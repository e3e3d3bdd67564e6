using System.Net;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Serving;

namespace TimerProbe.Server.Access;

/// <summary>A proxy that sees to TLS: believed from its own addresses only.</summary>
internal sealed class TrustedProxy
{
    private const string SchemeHeader = "X-Forwarded-Proto";

    private readonly IReadOnlyList<IPNetwork> _networks;

    private TrustedProxy(IReadOnlyList<IPNetwork> networks) => _networks = networks;

    /// <summary>Without settings no request comes from it.</summary>
    /// <exception cref="UseCaseException">An address is none.</exception>
    public static TrustedProxy From(TrustedProxySettings? settings) => new([.. (settings?.Addresses ?? []).Select(NetworkOf)]);

    /// <summary>Marks a request that came to the proxy by TLS: its cookies are for TLS only, and addresses begin with https.</summary>
    public void TakeScheme(HttpContext context)
    {
        if (IsIts(context)
            && context.Request.Headers[SchemeHeader] is [{ } scheme]
            && string.Equals(scheme, Uri.UriSchemeHttps, StringComparison.OrdinalIgnoreCase))
        {
            context.Request.Scheme = Uri.UriSchemeHttps;
        }
    }

    private bool IsIts(HttpContext context)
    {
        var address = context.Connection.RemoteIpAddress is { IsIPv4MappedToIPv6: true } mapped
            ? mapped.MapToIPv4()
            : context.Connection.RemoteIpAddress;
        return address is not null && _networks.Any(network => network.Contains(address));
    }

    private static IPNetwork NetworkOf(string text) =>
        ProxyNetwork.TryParse(text, out var network)
            ? network
            : throw new UseCaseException(
                Failure.Usage,
                $"server.trustedProxy.addresses takes addresses such as 10.0.0.5 and networks such as 10.0.0.0/24, not '{text}'");
}
