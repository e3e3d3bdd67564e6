using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;

namespace TimerProbe.VSphere.Soap;

/// <summary>Sends calls to one server and reads their answers, a bounded number at once.</summary>
internal sealed class SoapTransport : IDisposable
{
    private const string SessionCookie = "vmware_soap_session";

    private readonly VSphereServer _server;
    private readonly VSphereOptions _options;
    private readonly ErrorSentences _errors;
    private readonly ServerAuthentication _authentication;
    private readonly HttpClient _http;
    private readonly SemaphoreSlim _places;
    private volatile string _action = GetAction("6.0");
    private volatile string? _cookie;

    public SoapTransport(VSphereServer server, VSphereOptions options, SecretFilter secrets)
    {
        _server = server;
        _options = options;
        Context = new ReadingContext(options.Limits, secrets);
        _errors = new ErrorSentences(server, options, Context);
        _authentication = new ServerAuthentication(options.Trust, server, Context);
        _http = CreateClient(options, _authentication);
        _places = new SemaphoreSlim(options.Concurrency);
    }

    public ReadingContext Context { get; }

    public RequestMeter Total { get; } = new();

    public void UseApiVersion(string apiVersion)
    {
        if (apiVersion.Length is > 0 and < 20 && apiVersion.All(c => char.IsAsciiLetterOrDigit(c) || c == '.'))
        {
            _action = GetAction(apiVersion);
        }
    }

    public Task<T> SendAsync<T>(
        SoapCall call, Func<SoapReader, T> read, RequestMeter? meter, CancellationToken cancellationToken, bool takesSession = false) =>
        WithSlotAsync(call.Method, async ending =>
        {
            using var response = await PostAsync(call, meter, takesSession, ending);
            await using var wire = await response.Content.ReadAsStreamAsync(ending);
            await using var body = Unpack(wire, response.Content.Headers);
            using var answer = new BoundedStream(body, _options.Limits, bytes => Received(bytes, meter), ending);
            return await OnOwnThread(() => Read(answer, call.Method, (int)response.StatusCode, read));
        }, cancellationToken);

    /// <summary>
    /// Fetches a part of a file of the server's, of the session's account. A server that knows no parts sends the file from its
    /// start: what it sends beyond <paramref name="maxBytes"/> is not read.
    /// </summary>
    /// <param name="from">The first byte.</param>
    /// <param name="maxBytes">How many bytes are read at most.</param>
    /// <returns>The bytes, null where the server refused, and the length of the whole file, null where it does not say.</returns>
    public Task<(HttpStatusCode Status, long From, ReadOnlyMemory<byte>? Bytes, long? Length)> GetAsync(
        string path, long from, int maxBytes, RequestMeter? meter, CancellationToken cancellationToken) =>
        WithSlotAsync<(HttpStatusCode, long, ReadOnlyMemory<byte>?, long?)>("GET", async ending =>
        {
            using var request = FileRequest(path, from, maxBytes);
            using var response = await SendAsync(request, meter, ending);
            if (response.StatusCode is not (HttpStatusCode.OK or HttpStatusCode.PartialContent))
            {
                if (Refused("GET", response.StatusCode) is { Kind: VSphereErrorKind.Busy } busy)
                {
                    throw busy;
                }

                return (response.StatusCode, 0, null, null);
            }

            var range = response.StatusCode == HttpStatusCode.PartialContent ? response.Content.Headers.ContentRange : null;
            await using var wire = await response.Content.ReadAsStreamAsync(ending);
            var bytes = new byte[maxBytes];
            var count = await wire.ReadAtLeastAsync(bytes, maxBytes, throwOnEndOfStream: false, ending);
            Received(count, meter);
            return (
                response.StatusCode,
                range?.From ?? 0,
                bytes.AsMemory(0, count),
                range is null ? response.Content.Headers.ContentLength : range.Length);
        }, cancellationToken);

    private async Task<T> WithSlotAsync<T>(string method, Func<CancellationToken, Task<T>> send, CancellationToken cancellationToken)
    {
        await _places.WaitAsync(cancellationToken);
        using var timeout = new CancellationTokenSource(_options.RequestTimeout, _options.TimeProvider);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, timeout.Token);
        try
        {
            return await send(deadline.Token);
        }
        catch (OperationCanceledException) when (timeout.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw _errors.TimedOut(method);
        }
        catch (AnswerLimitException ex)
        {
            throw _errors.TooLarge(method, ex);
        }
        catch (Exception ex) when (ex is IOException or HttpRequestException)
        {
            throw _errors.ConnectionLost(method, ex);
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

    private static Stream Unpack(Stream wire, HttpContentHeaders headers) => headers.ContentEncoding.LastOrDefault() switch
    {
        "gzip" or "x-gzip" => new GZipStream(wire, CompressionMode.Decompress),
        "deflate" => new ZLibStream(wire, CompressionMode.Decompress),
        _ => wire,
    };

    private static string GetAction(string apiVersion) => $"\"urn:vim25/{apiVersion}\"";

    private static Task<T> OnOwnThread<T>(Func<T> read) =>
        Task.Factory.StartNew(
            read, CancellationToken.None, TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);

    private async Task<HttpResponseMessage> PostAsync(
        SoapCall call, RequestMeter? meter, bool takesSession, CancellationToken cancellationToken)
    {
        using var request = CallRequest(call.ToBytes());
        var response = await SendAsync(request, meter, cancellationToken);
        if (Refused(call.Method, response.StatusCode) is { } refused)
        {
            response.Dispose();
            throw refused;
        }

        if (takesSession && SessionCookieIn(response.Headers) is { } cookie)
        {
            Context.Withhold(cookie[(SessionCookie.Length + 1)..].Trim('"'));
            _cookie = cookie;
        }

        return response;
    }

    /// <summary>Name and value as they go back to the server, quotes and all; null when the answer sets no session.</summary>
    private static string? SessionCookieIn(HttpResponseHeaders headers) =>
        headers.TryGetValues("Set-Cookie", out var cookies)
            ? cookies.Select(cookie => cookie.Split(';', 2)[0].Trim())
                .LastOrDefault(cookie => cookie.StartsWith(SessionCookie + "=", StringComparison.Ordinal))
            : null;

    private async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, RequestMeter? meter, CancellationToken cancellationToken)
    {
        Total.Sent();
        meter?.Sent();
        try
        {
            return await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        }
        catch (HttpRequestException ex)
        {
            throw _authentication.Refusal is { } refusal && ex.HttpRequestError == HttpRequestError.SecureConnectionError
                ? new VSphereException(refusal.Kind, refusal.Problem, ex) { Certificate = refusal.Certificate }
                : _errors.NoConnection(ex);
        }
        catch (OperationCanceledException ex) when (ex.InnerException is TimeoutException)
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
        _ => _errors.NoSoap(method, (int)status, _cookie is not null),
    };

    private T Read<T>(BoundedStream answer, string method, int status, Func<SoapReader, T> read)
    {
        SoapReader? soap = null;
        try
        {
            soap = new SoapReader(answer, Context);
            var (value, fault) = EnvelopeReader.Read(soap, method, read);
            return fault is null ? value! : throw _errors.Faulted(method, fault);
        }
        catch (XmlException ex)
        {
            throw answer.EndedEarly && soap is { HasRoot: true } ? _errors.ConnectionLost(method, ex)
                : status != (int)HttpStatusCode.OK ? _errors.NoSoap(method, status, _cookie is not null)
                : _errors.Malformed(method, ex.Message);
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

    private static HttpClient CreateClient(VSphereOptions options, ServerAuthentication authentication)
    {
        var handler = new SocketsHttpHandler
        {
            // A redirect could carry the password elsewhere.
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = options.UseProxy,
            // Parts of files are wanted as they are.
            AutomaticDecompression = DecompressionMethods.None,
            ConnectTimeout = options.ConnectTimeout,
            MaxConnectionsPerServer = options.Concurrency,
            // The rest of a refused answer is not worth reading.
            MaxResponseDrainSize = 0,
            SslOptions = authentication.Options(),
        };
        var http = new HttpClient(handler, disposeHandler: true) { Timeout = Timeout.InfiniteTimeSpan };
        http.DefaultRequestHeaders.UserAgent.ParseAdd("TimerProbe");
        return http;
    }

    private HttpRequestMessage FileRequest(string path, long from, int maxBytes)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, new Uri(_server.Endpoint, path))
        {
            Version = HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Headers.Range = new RangeHeaderValue(from, from + maxBytes - 1);
        AddCookie(request);
        return request;
    }

    private HttpRequestMessage CallRequest(ArraySegment<byte> body)
    {
        var content = new ByteArrayContent(body.Array!, body.Offset, body.Count);
        content.Headers.ContentType = new MediaTypeHeaderValue("text/xml", "utf-8");
        var request = new HttpRequestMessage(HttpMethod.Post, _server.Endpoint)
        {
            Content = content,
            Version = HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Headers.TryAddWithoutValidation("Accept-Encoding", "gzip, deflate");
        request.Headers.TryAddWithoutValidation("SOAPAction", _action);
        AddCookie(request);
        return request;
    }

    private void AddCookie(HttpRequestMessage request)
    {
        if (_cookie is { } cookie)
        {
            request.Headers.TryAddWithoutValidation("Cookie", cookie);
        }
    }
}
