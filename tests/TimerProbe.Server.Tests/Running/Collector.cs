using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace TimerProbe.Server.Tests.Running;

/// <summary>Takes what comes by OTLP over gRPC. It does not decode it: texts stand in a message of protocol buffers as they are, in UTF-8.</summary>
internal sealed class Collector : IAsyncDisposable
{
    /// <summary>An answer of gRPC that says nothing: not packed, of no length.</summary>
    private static readonly byte[] Nothing = new byte[5];

    private readonly ConcurrentQueue<(string Path, byte[] Body)> _taken = new();
    private LoopbackServer _server = null!;

    public Uri Address => _server.Address;

    public static async Task<Collector> StartAsync()
    {
        var collector = new Collector();
        collector._server = await LoopbackServer.StartAsync(collector.TakeAsync, protocols: HttpProtocols.Http2);
        return collector;
    }

    /// <summary>The texts in all that came to a service so far, with bytes between them.</summary>
    public string TextsOf(string service) => string.Concat(
        _taken.Where(item => item.Path == $"/opentelemetry.proto.collector.{service}/Export").Select(item => Encoding.UTF8.GetString(item.Body)));

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task TakeAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        _taken.Enqueue((context.Request.Path.Value!, body.ToArray()));
        context.Response.ContentType = "application/grpc";
        context.Response.AppendTrailer("grpc-status", "0");
        await context.Response.Body.WriteAsync(Nothing);
    }
}
