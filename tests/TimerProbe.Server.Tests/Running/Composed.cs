using Microsoft.AspNetCore.Builder;

namespace TimerProbe.Server.Tests.Running;

/// <summary>The server as it is composed, without a node around it.</summary>
internal static class Composed
{
    public static WebApplication Server(FleetStore store, TextWriter? said = null) => ServerApplication.Build(
        new ServerContext(new FileConfiguration(), store, place: null, TestLog.To(said ?? TextWriter.Null), TimeProvider.System),
        Listening.From(new ServerSettings(), ["http://127.0.0.1:0"], TimeProvider.System), openId: null);

    public static IEnumerable<RouteEndpoint> Routes(FleetStore store) =>
        ((IEndpointRouteBuilder)Server(store)).DataSources.SelectMany(source => source.Endpoints).OfType<RouteEndpoint>();
}
