using System.Net;
using TimerProbe.Application;

namespace TimerProbe.Server.Hosting;

/// <summary>An address that a node listens at.</summary>
/// <param name="Text">As it was said.</param>
/// <param name="Address">The address; null for both loopbacks, by the name of localhost.</param>
/// <param name="Port">The port; 0 for any that is free.</param>
/// <param name="IsHttps">Whether it speaks TLS.</param>
internal sealed record ListenAddress(string Text, IPAddress? Address, int Port, bool IsHttps)
{
    /// <summary>Whether only this machine can ask.</summary>
    public bool IsLoopback => Address is null || IPAddress.IsLoopback(Address);

    /// <summary>Reads one, such as <c>https://0.0.0.0:8443</c>.</summary>
    /// <exception cref="UseCaseException">It is none.</exception>
    public static ListenAddress Parse(string text)
    {
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url is { PathAndQuery: "/", UserInfo: "", Fragment: "" } && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps))
        {
            var isHttps = url.Scheme == Uri.UriSchemeHttps;
            if (url.Host == "localhost")
            {
                return new ListenAddress(text, Address: null, url.Port, isHttps);
            }

            if (IPAddress.TryParse(url.Host, out var address))
            {
                return new ListenAddress(text, address, url.Port, isHttps);
            }
        }

        throw new UseCaseException(Failure.Usage, $"'{text}' is nothing to listen at: it takes an address such as https://0.0.0.0:8443, https://[::]:8443 or http://localhost:8085");
    }
}
