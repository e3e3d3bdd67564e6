using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace TimerProbe.Server.Tests.Running;

/// <summary>Takes what comes by OTLP over gRPC. It does not decode it: texts stand in a message of protocol buffers as they are, in UTF-8.</summary>
internal sealed class Collector : IAsyncDisposable
{
    /// <summary>An answer of gRPC that says nothing: not packed, of no length.</summary>
    private static readonly byte[] Nothing = new byte[5];

    private readonly ConcurrentQueue<(string Path, byte[] Body)> _taken = new();
    private readonly WebApplication _app;

    private Collector(WebApplication app) => _app = app;

    public Uri Address { get; private set; } = null!;

    public static async Task<Collector> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2));
        var collector = new Collector(builder.Build());
        collector._app.Run(collector.TakeAsync);
        await collector._app.StartAsync(Cancel);
        collector.Address = new Uri(collector._app.Urls.Single());
        return collector;
    }

    /// <summary>The texts in all that came to a service so far, with bytes between them.</summary>
    public string TextsOf(string service) => string.Concat(
        _taken.Where(item => item.Path == $"/opentelemetry.proto.collector.{service}/Export").Select(item => Encoding.UTF8.GetString(item.Body)));

    public ValueTask DisposeAsync() => _app.DisposeAsync();

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
