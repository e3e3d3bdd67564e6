namespace TimerProbe.VSphere;

/// <summary>The address of a vCenter or host: its name or IP address, and its HTTPS port.</summary>
public sealed record VSphereServer(string Host, int Port = VSphereServer.DefaultPort)
{
    public const int DefaultPort = 443;

    /// <summary>Where the SOAP requests go: <c>https://HOST[:PORT]/sdk</c>.</summary>
    public Uri Endpoint => new UriBuilder(Uri.UriSchemeHttps, Host, Port, "/sdk").Uri;

    /// <summary>Reads <c>HOST[:PORT]</c>, as people type it or as the address bar shows it: with https:// and a path.</summary>
    /// <exception cref="VSphereException">The text is no address.</exception>
    public static VSphereServer Parse(string text)
    {
        var address = text.Trim();
        if (!address.Contains("://", StringComparison.Ordinal))
        {
            address = "https://" + address;
        }

        if (!Uri.TryCreate(address, UriKind.Absolute, out var uri)
            || uri.Scheme != Uri.UriSchemeHttps
            || uri.Host.Length == 0
            || uri.Host[0] == '-'
            || uri.UserInfo.Length > 0)
        {
            throw new VSphereException(VSphereErrorKind.Configuration, $"a server is specified as HOST or HOST:PORT, and is reached over HTTPS only");
        }

        return new VSphereServer(uri.Host, uri.Port);
    }

    /// <summary>The host, and the port where it is not 443.</summary>
    public override string ToString() => Port == DefaultPort ? Host : Host + ":" + Port.ToString();
}
