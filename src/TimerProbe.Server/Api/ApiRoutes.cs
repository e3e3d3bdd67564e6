namespace TimerProbe.Server.Api;

/// <summary>What programs read of the fleet, and of this node.</summary>
internal static class ApiRoutes
{
    /// <summary>Adds what it works with.</summary>
    public static IServiceCollection AddApi(this IServiceCollection services, ServerContext context)
    {
        _ = context;
        return services;
    }

    /// <summary>Adds its routes.</summary>
    public static void MapApi(this IEndpointRouteBuilder routes) => _ = routes;
}
