using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Sends alerts by HTTP POST. Any 2xx answer takes them.</summary>
public sealed class WebhookChannel : IAlertChannel, IDisposable
{
    private readonly Uri _url;
    private readonly Func<string>? _key;
    private readonly TimeProvider _time;
    private readonly Lazy<HttpClient> _client;

    /// <summary>A receiver.</summary>
    /// <param name="key">Gets the key of the signature, and throws <see cref="AlertNotDeliveredException"/> if it is unavailable; null for
    /// no signature.</param>
    /// <param name="caFile">The PEM file with the authorities whose certificates are believed; null for those that the system
    /// trusts.</param>
    public WebhookChannel(Uri url, Func<string>? key, TimeProvider time, string? caFile = null)
    {
        (_url, _key, _time) = (url, key, time);
        Name = $"webhook:{url.Authority}/{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(url.AbsoluteUri)))[..8]}";
        _client = new(() => new HttpClient(
            new SocketsHttpHandler
            {
                AllowAutoRedirect = false,
                UseCookies = false,
                SslOptions = ReceiverCertificates.Options(caFile),
                // A connection is for one alert: a receiver may close it after its answer without saying so.
                PooledConnectionLifetime = TimeSpan.Zero,
            })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        });
    }

    public string Name { get; }

    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken)
    {
        using var request = Request(alert);
        try
        {
            using var response = await _client.Value.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            return response.IsSuccessStatusCode ? null : throw new AlertNotDeliveredException(Refusal(response.StatusCode));
        }
        catch (HttpRequestException ex)
        {
            throw new AlertNotDeliveredException(ReceiverCertificates.GetReason(ex), ex);
        }
    }

    public void Dispose()
    {
        if (_client.IsValueCreated)
        {
            _client.Value.Dispose();
        }
    }

    private HttpRequestMessage Request(StoredAlert alert)
    {
        var seconds = _time.GetUtcNow().ToUnixTimeSeconds();
        var request = new HttpRequestMessage(HttpMethod.Post, _url)
        {
            Content = new StringContent(alert.Payload, Encoding.UTF8, "application/json")
        };
        request.Headers.UserAgent.ParseAdd("timerprobe");
        request.Headers.Add("X-TimerProbe-Id", alert.Id);
        request.Headers.Add("X-TimerProbe-Timestamp", seconds.ToString());
        if (_key is not null)
        {
            request.Headers.Add("X-TimerProbe-Signature", Signature(_key(), seconds, alert.Payload));
        }

        return request;
    }

    /// <summary>Proves to a receiver who sent a request and when: HMAC-SHA-256 over time, a full stop and body.</summary>
    /// <param name="key">The key; its UTF-8 is used.</param>
    /// <param name="timestamp">The value of <c>X-TimerProbe-Timestamp</c>: seconds since 1970-01-01 UTC.</param>
    private static string Signature(string key, long timestamp, string body)
    {
        var signed = Encoding.UTF8.GetBytes($"{timestamp}.{body}");
        return "sha256=" + Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), signed));
    }

    private static string Refusal(HttpStatusCode status) =>
        $"it answered {(int)status}{((int)status is >= 300 and < 400 ? ", a redirect, which is not followed: configure the address it leads to" : "")}";
}

/// <summary>Which receivers' certificates are trusted: those the system trusts, or only those of authorities in a PEM file.</summary>
public static class ReceiverCertificates
{
    /// <summary>The authorities of a PEM file; at least one.</summary>
    /// <exception cref="AlertNotDeliveredException">The file cannot be read or holds none.</exception>
    public static X509Certificate2Collection ReadAuthorities(string caFile)
    {
        try
        {
            return CertificateAuthorities.Read(caFile);
        }
        catch (FileRefusedException ex)
        {
            throw new AlertNotDeliveredException($"the CA file {caFile} cannot be used: {ex.Message}", ex);
        }
    }

    internal static SslClientAuthenticationOptions Options(string? caFile) => new()
    {
        CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
        CertificateChainPolicy = caFile is null ? null : GetPolicy(caFile),
    };

    /// <summary>Trusts the authorities of a PEM file and no others.</summary>
    /// <exception cref="AlertNotDeliveredException">The file cannot be read or holds none.</exception>
    internal static X509ChainPolicy GetPolicy(string caFile) => CertificateAuthorities.GetPolicy(ReadAuthorities(caFile));

    internal static string GetReason(Exception error) => error switch
    {
        AuthenticationException => error.Message.TrimEnd('.') + "; to trust your own certificate authority, set caFile",
        { InnerException: { } inner } => GetReason(inner),
        _ => error.Message,
    };
}
