using System.Net.Http.Headers;
using System.Net.Mime;
using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.Application.Saving;

internal sealed class SubmitServer : IDisposable
{
    private const string Documents = "api/v1/documents";
    private const int MaxProblem = 16 << 10;

    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(30);

    private readonly HttpClient _client;
    private readonly Uri _documents;
    private readonly TimeProvider _time;

    /// <exception cref="UseCaseException">The authorities cannot be read.</exception>
    public SubmitServer(SubmitSettings settings, string token, TimeProvider time)
    {
        (Url, _time) = (settings.Url, time);
        _documents = new Uri($"{settings.Url.AbsoluteUri.TrimEnd('/')}/{Documents}");
        _client = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            // A proxy would read the token of what is not encrypted.
            UseProxy = settings.Url.Scheme == Uri.UriSchemeHttps,
            ConnectTimeout = ConnectTimeout,
            SslOptions = new SslClientAuthenticationOptions
            {
                CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
                CertificateChainPolicy = settings.CaFile is { } file ? GetPolicy(file) : null,
            },
        })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
        _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        _client.DefaultRequestHeaders.UserAgent.ParseAdd("timerprobe");
    }

    public Uri Url { get; }

    public async Task<SubmitAnswer> SendAsync(byte[] json, CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(AnswerTimeout, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        using var request = new HttpRequestMessage(HttpMethod.Post, _documents) { Content = new ByteArrayContent(json) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(MediaTypeNames.Application.Json);
        try
        {
            using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, either.Token);
            return response.StatusCode is HttpStatusCode.OK or HttpStatusCode.Created
                ? SubmitAnswer.Taken
                : await RefusalAsync(response, either.Token);
        }
        catch (HttpRequestException ex)
        {
            return SubmitAnswer.Away($"{Url} cannot be reached: {GetReason(ex)}");
        }
        catch (Exception ex) when (ex is IOException || (ex is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return SubmitAnswer.Away($"{Url} does not answer in time");
        }
    }

    public void Dispose() => _client.Dispose();

    private async Task<SubmitAnswer> RefusalAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        var status = (int)response.StatusCode;
        var detail = await DetailAsync(response, cancellationToken);
        var says = $"{Url} answered {status}{(detail is null ? "" : $": {detail}")}";
        return response.StatusCode switch
        {
            HttpStatusCode.RequestEntityTooLarge => SubmitAnswer.Refused(says),
            // Without a reason a proxy refuses, or the token is not for this: the document is not what is wrong.
            HttpStatusCode.BadRequest or HttpStatusCode.Forbidden or HttpStatusCode.UnsupportedMediaType
                when detail is not null => SubmitAnswer.Refused(says),
            HttpStatusCode.Forbidden =>
                SubmitAnswer.Away($"{says}: the token may not submit there, or that is not the address of a timerprobe-server"),
            HttpStatusCode.Unauthorized =>
                SubmitAnswer.Away($"{Url} does not accept the token: it is not known there, has expired or was revoked"),
            HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed =>
                SubmitAnswer.Away($"{says}: that is not the address of a timerprobe-server"),
            _ when status is >= 300 and < 400 =>
                SubmitAnswer.Away($"{says}, a redirect, which is not followed: name the address it leads to"),
            _ => SubmitAnswer.Away(says, GetRetryAfter(response)),
        };
    }

    private TimeSpan? GetRetryAfter(HttpResponseMessage response) => response.Headers.RetryAfter switch
    {
        { Delta: { } delta } => delta,
        { Date: { } date } => date - _time.GetUtcNow(),
        _ => null,
    };

    /// <summary>What the server says is wrong (RFC 9457); null when it says nothing.</summary>
    private static async Task<string?> DetailAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        try
        {
            await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
            using var problem = JsonDocument.Parse(await BoundedRead.AllAsync(body, MaxProblem, cancellationToken));
            return problem.RootElement.TryGetProperty("detail", out var detail) && detail.ValueKind == JsonValueKind.String
                ? detail.GetString()!.TrimEnd('.')
                : null;
        }
        catch (Exception ex) when (ex is JsonException or IOException or InvalidOperationException)
        {
            return null;
        }
    }

    private static string GetReason(Exception error) => error switch
    {
        AuthenticationException
            when !error.Message.Contains("certificate", StringComparison.Ordinal) =>
                $"{error.Message.TrimEnd('.')}; does the server speak https there?",
        AuthenticationException =>
            $"{error.Message.TrimEnd('.')}; to trust your own certificate authority, name it with --submit-ca-file or \"caFile\"",
        { InnerException: { } inner } => GetReason(inner),
        _ => error.Message.TrimEnd('.'),
    };

    private static X509ChainPolicy GetPolicy(string file)
    {
        try
        {
            return CertificateAuthorities.GetPolicy(CertificateAuthorities.Read(file));
        }
        catch (FileRefusedException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"the CA file {file} cannot be used: {ex.Message}", ex);
        }
    }
}

/// <summary>What became of a document that was sent.</summary>
/// <param name="Why">Why it was not taken; null when it was.</param>
/// <param name="Again">After which time it may be sent again; null when nothing was said.</param>
internal sealed record SubmitAnswer(string? Why, bool IsFinal, TimeSpan? Again)
{
    public static SubmitAnswer Taken { get; } = new(null, IsFinal: true, Again: null);

    public static SubmitAnswer Refused(string why) => new(why, IsFinal: true, Again: null);

    public static SubmitAnswer Away(string why, TimeSpan? again = null) => new(why, IsFinal: false, again);
}
