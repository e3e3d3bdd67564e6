namespace TimerProbe.Server.Intake;

/// <summary>Where guests hand in what they measured.</summary>
internal static class IntakeRoutes
{
    /// <summary>Adds what it works with.</summary>
    public static IServiceCollection AddIntake(this IServiceCollection services, ServerContext context)
    {
        _ = context;
        return services;
    }

    /// <summary>Adds its routes.</summary>
    public static void MapIntake(this IEndpointRouteBuilder routes) => _ = routes;
}
