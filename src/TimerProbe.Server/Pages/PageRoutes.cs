namespace TimerProbe.Server.Pages;

/// <summary>What people see of the fleet.</summary>
internal static class PageRoutes
{
    /// <summary>Adds what it works with.</summary>
    public static IServiceCollection AddPages(this IServiceCollection services, ServerContext context)
    {
        _ = context;
        return services;
    }

    /// <summary>Adds its routes.</summary>
    public static void MapPages(this IEndpointRouteBuilder routes) => _ = routes;
}
