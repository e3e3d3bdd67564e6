using System.Globalization;

namespace TimerProbe.VSphere;

/// <summary>How a server is talked to. The defaults suit a vCenter at work.</summary>
public sealed record VSphereOptions
{
    /// <summary>The most requests that may be on their way at once.</summary>
    public const int MaxConcurrency = 8;

    /// <summary>Which server certificate is believed.</summary>
    public ServerTrust Trust { get; init; } = ServerTrust.System;

    /// <summary>How many requests may be on their way at once: 1 to <see cref="MaxConcurrency"/>.</summary>
    public int Concurrency
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MaxConcurrency);
            field = value;
        }
    } = 2;

    /// <summary>How long making a connection may take, TLS included.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long one request may take, its answer read to the end.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long taking leave may take: logout, and what a cancelled read leaves behind on the server.</summary>
    public TimeSpan LogoutTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How often a read is tried in all when the server is busy or its answer is cut.</summary>
    public int Attempts { get; init; } = 3;

    /// <summary>The wait before the second try; it doubles each time and is spread by half to either side.</summary>
    public TimeSpan RetryDelay { get; init; } = TimeSpan.FromMilliseconds(500);

    internal SoapAnswerLimits Limits { get; init; } = new();

    /// <summary>The handler between the requests and the wire.</summary>
    internal Func<HttpMessageHandler, HttpMessageHandler> Before { get; init; } = wire => wire;

    /// <summary>The program's name in vCenter's list of sessions; one name for all versions keeps that list short.</summary>
    public string UserAgent { get; init; } = "TimerProbe";

    /// <summary>Whether a proxy from the environment is used.</summary>
    public bool UseProxy { get; init; }

    /// <summary>The clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}

/// <summary>
/// What a server may send at most, all in one place. What goes beyond is refused while it is read, in bounded memory. The figures
/// are several times what the largest vCenter sends; <c>docs/security.md</c> lists them.
/// </summary>
internal sealed record SoapAnswerLimits
{
    /// <summary>The bytes of one answer, unpacked.</summary>
    public long Bytes { get; init; } = 256L << 20;

    /// <summary>The bytes of one packed answer as they come over the wire.</summary>
    public long PackedBytes { get; init; } = 64L << 20;

    /// <summary>
    /// The bytes of one piece, whatever it is made of: a text, a tag with its attributes, a comment, white space. The longest an
    /// honest server sends is a guest's variable of 64 KiB, its characters escaped.
    /// </summary>
    public int PieceBytes { get; init; } = 2 << 20;

    /// <summary>The characters of a text that is kept; the rest is dropped and said to be.</summary>
    public int TextCharacters { get; init; } = 16_384;

    /// <summary>How deep elements may nest.</summary>
    public int Depth { get; init; } = 64;

    /// <summary>How many different names elements and attributes may have.</summary>
    public int Names { get; init; } = 20_000;

    /// <summary>How many elements of one answer are kept. A view of the 45,000 machines of the largest vCenter has as many.</summary>
    public int Items { get; init; } = 500_000;

    /// <summary>How many objects of one kind a server may have. The largest vCenter has 45,000 machines.</summary>
    public int Objects { get; init; } = 100_000;

    /// <summary>The characters of all that is kept of one server.</summary>
    public long KeptCharacters { get; init; } = 32_000_000;

    /// <summary>
    /// The characters of the names of machines, hosts and accounts that are kept of a server's events, each name counted once and
    /// with 16 more for itself. Events name machines that are gone by now: half a million of them fit.
    /// </summary>
    public int EventNames { get; init; } = 16_000_000;

    /// <summary>How many events one reading may have.</summary>
    public int Events { get; init; } = 1_000_000;

    /// <summary>How many pages in a row may bring nothing before a reading is given up.</summary>
    public int EmptyPages { get; init; } = 3;
}

/// <summary>The address of a vCenter or host: its name or IP address, and its HTTPS port.</summary>
public sealed record VSphereServer(string Host, int Port = VSphereServer.DefaultPort)
{
    /// <summary>The port of HTTPS.</summary>
    public const int DefaultPort = 443;

    /// <summary>Where the SOAP requests go: <c>https://HOST[:PORT]/sdk</c>.</summary>
    public Uri Endpoint => new UriBuilder(Uri.UriSchemeHttps, Host, Port, "/sdk").Uri;

    /// <summary>Reads <c>HOST[:PORT]</c>, as people type it or as the address bar shows it: with https:// and a path.</summary>
    /// <exception cref="VSphereException">The text is no address.</exception>
    public static VSphereServer Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
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
    public override string ToString() => Port == DefaultPort ? Host : Host + ":" + Port.ToString(CultureInfo.InvariantCulture);
}

/// <summary>
/// The clocks of the server and of this machine, the latter in the middle of the request; the skew is known to half of its round trip.
/// </summary>
internal readonly record struct ServerClock(DateTimeOffset Server, DateTimeOffset Local, TimeSpan RoundTrip)
{
    /// <summary>How far the server's clock is ahead of this machine's.</summary>
    public TimeSpan Skew => Server - Local;
}

/// <summary>Counts requests and bytes. Safe to use by several requests at once.</summary>
public sealed class RequestMeter
{
    private long _requests;
    private long _bytesReceived;

    /// <summary>The requests sent, repeated ones included.</summary>
    public long Requests => Interlocked.Read(ref _requests);

    /// <summary>The bytes of the answers' bodies, unpacked.</summary>
    public long BytesReceived => Interlocked.Read(ref _bytesReceived);

    internal void Sent() => Interlocked.Increment(ref _requests);

    internal void Received(int bytes) => Interlocked.Add(ref _bytesReceived, bytes);
}
