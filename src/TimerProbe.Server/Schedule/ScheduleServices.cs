using Quartz;

namespace TimerProbe.Server.Schedule;

/// <summary>Scans on a schedule, spread over the nodes of a store.</summary>
internal static class ScheduleServices
{
    /// <summary>What the names of the scheduler's tables begin with.</summary>
    public const string TablePrefix = "scheduler_";

    /// <summary>A vCenter that hangs holds one of these until its time limit.</summary>
    private const int ScansAtOnce = 8;

    /// <summary>How late a scan may begin and still count as in time.</summary>
    private static readonly TimeSpan MisfireThreshold = TimeSpan.FromSeconds(60);

    /// <summary>A node that was not heard of for both together is dead, and its scans are taken over.</summary>
    private static readonly (TimeSpan Every, TimeSpan Grace) CheckIn = (TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(10));

    /// <summary>Adds what it works with.</summary>
    public static IServiceCollection AddSchedule(this IServiceCollection services, ServerContext context)
    {
        var storeTime = new StoreTime(context.Time);
        services.AddSingleton(storeTime).AddSingleton<NodeState>().AddSingleton<NodeClock>().AddSingleton<RunningScans>().AddSingleton<ScanSchedule>();
        services.AddQuartz(scheduler =>
        {
            scheduler.ConfigureScheduler(options =>
            {
                options.InstanceName = "timerprobe";
                options.InstanceId = $"{context.Node}-{Guid.NewGuid():N}";
                options.ShutdownJobInterruption = ShutdownJobInterruption.Always;
            });
            scheduler.UseTimeProvider(storeTime);
            scheduler.UseDefaultThreadPool(ScansAtOnce);
            if (context.Store.DataSource is null)
            {
                scheduler.UseInMemoryStore(options => options.MisfireThreshold = MisfireThreshold);
            }
            else
            {
                scheduler.UsePersistentStore(store => Configure(store, context));
            }
        });
        services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(10));
        return services.AddHostedService<NodeService>().AddHostedService<ConfigurationReload>();
    }

    /// <summary>The tables lie in the store's schema, and are made by its owner.</summary>
    private static void Configure(IPersistentStoreBuilder store, ServerContext context)
    {
        store.UsePostgres(options => options.DataSourceFactory = _ => context.Store.DataSource!);
        store.ConfigureStore(options => (options.TablePrefix, options.MisfireThreshold, options.StoreJobDataAsStrings) = (TablePrefix, MisfireThreshold, true));
        store.UseClustering(options => (options.CheckinInterval, options.CheckinMisfireThreshold) = CheckIn);
        store.UseSystemTextJsonSerializer();
        store.ProvisionSchema();
    }
}
