using System.Net;
using System.Net.Http.Headers;
using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>Sends calls to one server and reads their answers, a bounded number at once.</summary>
internal sealed class SoapTransport : IDisposable
{
    private readonly VSphereServer _server;
    private readonly VSphereOptions _options;
    private readonly ErrorSentences _errors;
    private readonly ServerAuthentication _authentication;
    private readonly HttpClient _http;
    private readonly SemaphoreSlim _places;
    private volatile string _action = ActionOf("6.0");
    private volatile string? _cookie;

    public SoapTransport(VSphereServer server, VSphereOptions options, SoapServerText words)
    {
        _server = server;
        _options = options;
        _errors = new ErrorSentences(server, options, words);
        _authentication = new ServerAuthentication(options.Trust, server, words);
        Context = new ReadingContext(options.Limits, words);
        _http = HttpClients.Create(options, _authentication);
        _places = new SemaphoreSlim(options.Concurrency);
    }

    public ReadingContext Context { get; }

    public RequestMeter Total { get; } = new();

    public void Speak(string apiVersion)
    {
        if (apiVersion.Length is > 0 and < 20 && apiVersion.All(c => char.IsAsciiLetterOrDigit(c) || c == '.'))
        {
            _action = ActionOf(apiVersion);
        }
    }

    /// <summary>
    /// Sends a call and reads its answer from its element on, on a thread of its own. A session that the answer brings is used from then on
    /// where it <paramref name="takesSession"/>.
    /// </summary>
    public async Task<T> SendAsync<T>(
        SoapCall call, Func<SoapReader, T> read, RequestMeter? meter, CancellationToken cancel, bool takesSession = false)
    {
        await _places.WaitAsync(cancel);
        using var timeout = new CancellationTokenSource(_options.RequestTimeout, _options.TimeProvider);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancel, timeout.Token);
        try
        {
            using var response = await PostAsync(call, meter, takesSession, deadline.Token);
            await using var wire = await response.Content.ReadAsStreamAsync(deadline.Token);
            await using var body = AnswerBody.Open(wire, response.Content.Headers, _options.Limits);
            using var answer = new GuardedStream(body, _options.Limits, bytes => Received(bytes, meter), deadline.Token);
            return await OnOwnThread(() => Read(answer, call.Method, (int)response.StatusCode, read));
        }
        catch (OperationCanceledException) when (timeout.IsCancellationRequested && !cancel.IsCancellationRequested)
        {
            throw _errors.Slow(call.Method);
        }
        catch (AnswerLimitException limit)
        {
            throw _errors.Oversized(call.Method, limit);
        }
        catch (Exception broken) when (broken is IOException or HttpRequestException)
        {
            throw _errors.Cut(call.Method, broken);
        }
        finally
        {
            _places.Release();
        }
    }

    public void Dispose()
    {
        _http.Dispose();
        _places.Dispose();
    }

    private static string ActionOf(string apiVersion) => $"\"urn:vim25/{apiVersion}\"";

    private static Task<T> OnOwnThread<T>(Func<T> read) =>
        Task.Factory.StartNew(
            read, CancellationToken.None, TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);

    private async Task<HttpResponseMessage> PostAsync(SoapCall call, RequestMeter? meter, bool takesSession, CancellationToken cancel)
    {
        var bytes = call.ToBytes();
        Total.Sent();
        meter?.Sent();
        using var request = HttpClients.Request(_server.Endpoint, bytes, _action, _cookie);
        try
        {
            var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancel);
            if (Refused(call.Method, response.StatusCode) is { } refused)
            {
                response.Dispose();
                throw refused;
            }

            if (takesSession && SessionCookie.In(response.Headers) is { } cookie)
            {
                Context.Words.Withhold(SessionCookie.ValueOf(cookie));
                _cookie = cookie;
            }

            return response;
        }
        catch (HttpRequestException error)
        {
            throw _authentication.Refusal is { } refusal && error.HttpRequestError == HttpRequestError.SecureConnectionError
                ? new VSphereException(VSphereErrorKind.UntrustedServer, refusal.Problem, error) { Certificate = refusal.Certificate }
                : _errors.NoConnection(error);
        }
        catch (OperationCanceledException slow) when (slow.InnerException is TimeoutException)
        {
            throw _errors.ConnectTimeout();
        }
    }

    private VSphereException? Refused(string method, HttpStatusCode status) => status switch
    {
        // A fault comes with 500.
        HttpStatusCode.OK or HttpStatusCode.InternalServerError => null,
        HttpStatusCode.ServiceUnavailable or HttpStatusCode.BadGateway or HttpStatusCode.GatewayTimeout or HttpStatusCode.TooManyRequests =>
            _errors.Busy((int)status),
        _ => _errors.NoSoap(method, (int)status),
    };

    private T Read<T>(GuardedStream answer, string method, int status, Func<SoapReader, T> read)
    {
        SoapReader? soap = null;
        try
        {
            soap = new SoapReader(answer, Context);
            var (value, fault) = EnvelopeReader.Read(soap, method, read);
            return fault is null ? value! : throw _errors.Faulted(method, fault);
        }
        catch (XmlException malformed)
        {
            throw answer.EndedEarly && soap is { HasRoot: true } ? _errors.Cut(method, malformed)
                : status != (int)HttpStatusCode.OK ? _errors.NoSoap(method, status)
                : _errors.Malformed(method, malformed.Message);
        }
        finally
        {
            soap?.Dispose();
        }
    }

    private void Received(int bytes, RequestMeter? meter)
    {
        Total.Received(bytes);
        meter?.Received(bytes);
    }
}

internal static class HttpClients
{
    public static HttpClient Create(VSphereOptions options, ServerAuthentication authentication)
    {
        var handler = new SocketsHttpHandler
        {
            // A redirect could carry the password elsewhere.
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = options.UseProxy,
            // Answers are unpacked where their bytes are counted.
            AutomaticDecompression = DecompressionMethods.None,
            ConnectTimeout = options.ConnectTimeout,
            MaxConnectionsPerServer = options.Concurrency,
            // The rest of a refused answer is not worth reading.
            MaxResponseDrainSize = 0,
            SslOptions = authentication.Options(),
        };
        var http = new HttpClient(handler, disposeHandler: true) { Timeout = Timeout.InfiniteTimeSpan };
        http.DefaultRequestHeaders.UserAgent.ParseAdd(options.UserAgent);
        return http;
    }

    public static HttpRequestMessage Request(Uri endpoint, ArraySegment<byte> body, string action, string? cookie)
    {
        var content = new ByteArrayContent(body.Array!, body.Offset, body.Count);
        content.Headers.ContentType = new MediaTypeHeaderValue("text/xml", "utf-8");
        var request = new HttpRequestMessage(HttpMethod.Post, endpoint)
        {
            Content = content,
            Version = HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Headers.TryAddWithoutValidation("Accept-Encoding", "gzip, deflate");
        request.Headers.TryAddWithoutValidation("SOAPAction", action);
        if (cookie is not null)
        {
            request.Headers.TryAddWithoutValidation("Cookie", cookie);
        }

        return request;
    }
}

internal static class SessionCookie
{
    private const string Name = "vmware_soap_session";

    /// <summary>Name and value as they go back to the server, quotes and all; null when the answer sets no session.</summary>
    public static string? In(HttpResponseHeaders headers) =>
        headers.TryGetValues("Set-Cookie", out var cookies)
            ? cookies.Select(cookie => cookie.Split(';', 2)[0].Trim())
                .LastOrDefault(cookie => cookie.StartsWith(Name + "=", StringComparison.Ordinal))
            : null;

    public static string ValueOf(string cookie) => cookie[(Name.Length + 1)..].Trim('"');
}
