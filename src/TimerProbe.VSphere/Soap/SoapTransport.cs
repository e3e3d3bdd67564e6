using System.IO.Compression;
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

    /// <summary>Sends a call and reads its answer.</summary>
    /// <param name="call">The call.</param>
    /// <param name="read">Reads the answer from its element on; runs on a thread of its own.</param>
    /// <param name="meter">Counts this request beside the total.</param>
    /// <param name="cancel">Ends it.</param>
    /// <param name="takesSession">Whether a session that the answer brings is used from now on.</param>
    /// <exception cref="VSphereException">It failed.</exception>
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
        Total.Sent(bytes.Count);
        meter?.Sent(bytes.Count);
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
        HttpStatusCode.ServiceUnavailable
            or HttpStatusCode.BadGateway
            or HttpStatusCode.GatewayTimeout
            or HttpStatusCode.TooManyRequests => _errors.Busy((int)status),
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

/// <summary>Opens the envelope of an answer and hands on its one content.</summary>
internal static class EnvelopeReader
{
    /// <summary>Reads the answer with <paramref name="read"/>, or the fault in its place.</summary>
    /// <exception cref="XmlException">It is no answer to this method.</exception>
    public static (T? Value, VSphereFault? Fault) Read<T>(SoapReader soap, string method, Func<SoapReader, T> read)
    {
        soap.ReadToRoot();
        Expect(soap.Name == "Envelope" && soap.Namespace == SoapNames.Envelope);
        do
        {
            Expect(soap.NextChild(0));
        }
        while (soap.Name != "Body");

        Expect(soap.NextChild(1));
        if (soap.Name == "Fault" && soap.Namespace == SoapNames.Envelope)
        {
            var fault = FaultReader.ReadSoapFault(soap);
            soap.Finish();
            return (default, fault);
        }

        Expect(soap.Name == method + "Response");
        var value = read(soap);
        soap.Finish();
        return (value, null);
    }

    private static void Expect(bool isSo)
    {
        if (!isSo)
        {
            throw new XmlException("it is not a SOAP answer of the vSphere API");
        }
    }
}

/// <summary>
/// Unpacks the body of an answer, with a bound on what comes over the wire: what is packed may unpack to nothing for ever.
/// </summary>
internal static class AnswerBody
{
    /// <exception cref="AnswerLimitException">It is packed in a way that was not asked for.</exception>
    public static Stream Open(Stream wire, HttpContentHeaders headers, SoapAnswerLimits limits) => headers.ContentEncoding.ToArray() switch
    {
        [] => wire,
        ["gzip" or "x-gzip"] => new GZipStream(new BoundedStream(wire, limits.PackedBytes), CompressionMode.Decompress),
        ["deflate"] => new ZLibStream(new BoundedStream(wire, limits.PackedBytes), CompressionMode.Decompress),
        ["identity"] => wire,
        _ => throw new AnswerLimitException("a packing that was not asked for"),
    };

    private sealed class BoundedStream(Stream inner, long most) : ReadOnlyStream
    {
        private long _count;

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = await inner.ReadAsync(buffer, cancellationToken);
            _count += read;
            return _count <= most ? read : throw new AnswerLimitException($"more than {most:N0} packed bytes");
        }

        public override int Read(Span<byte> buffer) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                inner.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
