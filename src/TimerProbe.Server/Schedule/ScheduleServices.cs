namespace TimerProbe.Server.Schedule;

/// <summary>Scans on a schedule, spread over the nodes of a store.</summary>
internal static class ScheduleServices
{
    /// <summary>Adds what it works with.</summary>
    public static IServiceCollection AddSchedule(this IServiceCollection services, ServerContext context)
    {
        _ = context;
        return services;
    }
}
