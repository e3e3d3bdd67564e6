using TimerProbe.Server.Access;

namespace TimerProbe.Server.Intake;

internal static class IntakeRoutes
{
    public const string Documents = "/api/v1/documents";

    public static IServiceCollection AddIntake(this IServiceCollection services)
    {
        services.AddSingleton<ArrivalSignal>();
        services.AddSingleton<IntakeLimits>();
        services.AddSingleton<MachineBindings>();
        services.AddSingleton<DocumentEndpoint>();
        services.AddSingleton<InboxWriter>();
        services.AddHostedService(all => all.GetRequiredService<InboxWriter>());
        services.AddSingleton<AlertSender>();
        services.AddHostedService(all => all.GetRequiredService<AlertSender>());
        services.AddHostedService<InboxReader>();
        return services;
    }

    public static void MapIntake(this IEndpointRouteBuilder routes) =>
        routes.MapPost(Documents, (HttpContext context, DocumentEndpoint documents) => documents.PostAsync(context))
            .RequireScope(Scope.Submit)
            .WithSummary("Hand in what a guest measured")
            .Produces<HandedIn>()
            .Produces<HandedIn>(StatusCodes.Status201Created)
            .ProducesProblem(StatusCodes.Status400BadRequest)
            .ProducesProblem(StatusCodes.Status408RequestTimeout)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType);
}
