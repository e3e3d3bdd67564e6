using System.Diagnostics.CodeAnalysis;

namespace TimerProbe.Application;

/// <summary>An address that a node listens at.</summary>
/// <param name="Address">The address; null for both loopbacks, by the name of localhost.</param>
/// <param name="Port">The port; 0 for any that is free.</param>
public sealed record ListenAddress(string Text, IPAddress? Address, int Port, bool IsHttps)
{
    public const string Examples = "https://0.0.0.0:8443, https://[::]:8443 or http://localhost:8085";

    public bool IsLoopback => Address is null || IPAddress.IsLoopback(Address);

    /// <summary>Reads one, such as <c>https://0.0.0.0:8443</c>.</summary>
    /// <exception cref="UseCaseException">The text is not one.</exception>
    public static ListenAddress Parse(string text) => TryParse(text, out var address) ? address
        : throw new UseCaseException(ExitCode.Usage, $"'{text}' is nothing to listen at: it takes an address such as {Examples}");

    public static bool TryParse(string text, [NotNullWhen(true)] out ListenAddress? listen)
    {
        listen = null;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url)
            && url is { PathAndQuery: "/", UserInfo: "", Fragment: "" }
            && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps))
        {
            IPAddress? address = null;
            if (url.Host == "localhost" || IPAddress.TryParse(url.Host, out address))
            {
                listen = new ListenAddress(text, address, url.Port, url.Scheme == Uri.UriSchemeHttps);
            }
        }

        return listen is not null;
    }

    /// <summary>Reads an address or a network that is asked from, such as <c>10.0.0.0/24</c>.</summary>
    public static bool TryParseNetwork(string text, out IPNetwork network)
    {
        if (IPNetwork.TryParse(text, out network))
        {
            return true;
        }

        var isAddress = IPAddress.TryParse(text, out var address);
        network = isAddress ? new IPNetwork(address!, address!.GetAddressBytes().Length * 8) : default;
        return isAddress;
    }
}
