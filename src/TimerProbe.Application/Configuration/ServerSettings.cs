namespace TimerProbe.Application.Configuration;

/// <summary>How timerprobe-server works; the other commands take no notice of it.</summary>
public sealed record ServerSettings : ISection
{
    /// <summary>Where it listens, such as https://0.0.0.0:8443; http://127.0.0.1:8085 by default.</summary>
    [Text(TextForm.ListenAddress)]
    public IReadOnlyList<string> Listen { get; init => field = value ?? []; } = [];

    /// <summary>The PEM file with the certificate for https, and those of its authorities.</summary>
    [Text(TextForm.FilePath)]
    public string? Certificate { get; init; }

    /// <summary>The PEM file with the certificate's key, where it is not in the file of the certificate.</summary>
    [Text(TextForm.FilePath)]
    public string? CertificateKey { get; init; }

    /// <summary>Listen for http on other addresses than the loopback's as well: tokens can then be read on the way.</summary>
    public bool PlainHttp { get; init; }

    /// <summary>The name of this node, which no other node on the same store has; the machine's name by default.</summary>
    public string? Node { get; init; }

    /// <summary>
    /// Where people reach it, such as https://timerprobe.example.org: links in mails lead there; mails have none by default.
    /// </summary>
    [Text(TextForm.WebAddress)]
    public Uri? PublicAddress { get; init; }

    /// <summary>
    /// When each vCenter is scanned that has no schedule of its own: an interval such as 15m, or a cron expression of Quartz; 15m by
    /// default.
    /// </summary>
    [Text(TextForm.Schedule)]
    public string? Schedule { get; init; }

    /// <summary>How long entries of the audit trail are kept, such as 400d; 400d by default.</summary>
    [Text(TextForm.Age)]
    public TimeSpan? AuditRetention { get; init; }

    /// <summary>A proxy that ends TLS.</summary>
    public TrustedProxySettings? TrustedProxy { get; init; }

    /// <summary>The OpenID provider at which people sign in; tokens stay for programs.</summary>
    public OpenIdSettings? OpenId { get; init; }

    /// <summary>Where traces and metrics go by OTLP, such as http://127.0.0.1:4317; nowhere by default.</summary>
    [Text(TextForm.WebAddress)]
    public Uri? Otlp { get; init; }

    /// <summary>How standard error is written: text by default, or json for an object a line.</summary>
    [AllowedValues("text", "json")]
    public string? LogFormat { get; init; }

    /// <summary>How much is written there: info by default, or debug, with where an exception comes from.</summary>
    [AllowedValues("info", "debug")]
    public string? LogLevel { get; init; }

    /// <summary>Why a node with these settings does not listen at an address; null when it does.</summary>
    public string? RejectionReason(ListenAddress address) =>
        address is { IsHttps: false, IsLoopback: false } && !PlainHttp
            ? $"{address.Text} is plain http and no loopback address: tokens could be read on the way. Listen on https with server.certificate, or set server.plainHttp where something else sees to TLS"
        : address.IsHttps && Certificate is null
            ? $"{address.Text} needs a certificate: name its PEM file as server.certificate, and that of its key as server.certificateKey"
        : null;

    IEnumerable<(string Path, string Message)> ISection.Validate()
    {
        foreach (var (i, text) in Listen.Index())
        {
            if (RejectionReason(ListenAddress.Parse(text)) is { } why)
            {
                yield return ($"listen[{i}]", why);
            }
        }

        if (CertificateKey is not null && Certificate is null)
        {
            yield return ("certificateKey", "a key needs a certificate");
        }
    }
}

/// <summary>A proxy that ends TLS, as X-Forwarded-Proto says.</summary>
public sealed record TrustedProxySettings
{
    /// <summary>The addresses that it asks from: each an IP address or a network such as 10.0.0.0/24.</summary>
    [Text(TextForm.Network)]
    public required IReadOnlyList<string> Addresses { get; init; }
}

/// <summary>What people may do for whom the provider sends a claim with a value.</summary>
public sealed record OpenIdGrant
{
    /// <summary>The claim in the ID token, such as groups or roles.</summary>
    public required string Claim { get; init; }

    /// <summary>Its value, or one of its values, to the letter.</summary>
    public required string Value { get; init; }

    /// <summary>What they may do: read, acknowledge, admin.</summary>
    [NotEmpty]
    [AllowedValues("read", "acknowledge", "admin")]
    public required IReadOnlyList<string> Scopes { get; init; }
}
