using Microsoft.Extensions.Logging.Abstractions;

namespace TimerProbe.Server.Schedule;

/// <summary>Scans on a schedule, spread over the nodes of a store.</summary>
internal static class ScheduleServices
{
    private static readonly TimeSpan EndsWithin = TimeSpan.FromSeconds(10);

    public static IServiceCollection AddSchedule(this IServiceCollection services, ServerContext context) => services
        .AddSingleton(new StoreTime(context.Time))
        .AddSingleton<NodeState>()
        .AddSingleton<NodeClock>()
        .AddSingleton<RunningScans>()
        .AddSingleton<ScanScheduler>()
        .AddSingleton<ScanSchedule>()
        .Configure<HostOptions>(options => options.ShutdownTimeout = EndsWithin)
        .AddHostedService<NodeService>()
        .AddHostedService<ConfigurationReload>();

    /// <summary>Makes the scheduler's tables in a database, where they are missing and the account owns those of the store.</summary>
    /// <exception cref="Quartz.SchedulerException">The database refuses.</exception>
    public static async Task MakeTablesAsync(ServerContext context, CancellationToken cancel)
    {
        await using var scheduler = new ScanScheduler(context, new StoreTime(context.Time), new RunningScans(), NullLoggerFactory.Instance);
        await (await scheduler.GetAsync(cancel)).Shutdown(waitForJobsToComplete: true, cancel);
    }
}
