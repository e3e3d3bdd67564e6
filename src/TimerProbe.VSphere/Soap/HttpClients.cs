using System.Net;
using System.Net.Http.Headers;

namespace TimerProbe.VSphere.Soap;

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
