namespace TimerProbe.Server.Schedule;

/// <summary>
/// The scheduler of this node: in PostgreSQL one of several that share their jobs, beside a file one that keeps them in memory.
/// It lives in a container of its own, for one that could not begin cannot be used again: another is made then.
/// </summary>
internal sealed class ScanScheduler(
    ServerContext context, StoreTime time, RunningScans running, ILoggerFactory log, DigestMaker digest) : IAsyncDisposable
{
    private const string TablePrefix = "scheduler_";

    public const int ScansAtOnce = 8;

    private static readonly TimeSpan MisfireThreshold = TimeSpan.FromSeconds(60);

    private static readonly (TimeSpan Every, TimeSpan Grace) CheckIn = (TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(10));

    private readonly SemaphoreSlim _gate = new(1);
    private ServiceProvider? _made;

    /// <summary>It does nothing until it is started.</summary>
    /// <exception cref="SchedulerException">The store is away, or the tables are missing.</exception>
    public async Task<IScheduler> GetAsync(CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken);
        try
        {
            _made ??= Make();
            return await _made.GetRequiredService<ISchedulerFactory>().GetScheduler(CancellationToken.None);
        }
        finally
        {
            _gate.Release();
        }
    }

    public async Task DiscardAsync()
    {
        await _gate.WaitAsync();
        try
        {
            await (_made?.DisposeAsync() ?? ValueTask.CompletedTask);
            _made = null;
        }
        finally
        {
            _gate.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (await _gate.WaitAsync(TimeSpan.Zero))
        {
            await (_made?.DisposeAsync() ?? ValueTask.CompletedTask);
            _gate.Dispose();
        }
    }

    private ServiceProvider Make() => new ServiceCollection()
        .AddSingleton(context)
        .AddSingleton(running)
        .AddSingleton(digest)
        .AddSingleton(log)
        .AddLogging()
        .AddQuartz(scheduler =>
        {
            scheduler.ConfigureScheduler(options =>
            {
                options.InstanceName = "timerprobe";
                options.InstanceId = $"{context.Node}-{Guid.NewGuid():N}";
                options.ShutdownJobInterruption = ShutdownJobInterruption.Always;
            });
            scheduler.UseTimeProvider(time);
            scheduler.UseDefaultThreadPool(ScansAtOnce);
            if (context.Store.DataSource is null)
            {
                scheduler.UseInMemoryStore(options => options.MisfireThreshold = MisfireThreshold);
            }
            else
            {
                scheduler.UsePersistentStore(Share);
            }
        })
        .BuildServiceProvider();

    private void Share(IPersistentStoreBuilder store)
    {
        store.UsePostgres(options => options.DataSourceFactory = _ => context.Store.DataSource!);
        store.ConfigureStore(options =>
        {
            (options.TablePrefix, options.MisfireThreshold, options.StoreJobDataAsStrings) = (TablePrefix, MisfireThreshold, true);
            // A scheduler that waits for the database when its node ends must not keep the process.
            options.UseBackgroundThreads = true;
            // What a node gives up at its end another begins at once, or it does at its next start.
            options.RecoverFiringsCancelledByShutdown = true;
        });
        store.UseClustering(options => (options.CheckinInterval, options.CheckinMisfireThreshold) = CheckIn);
        store.UseSystemTextJsonSerializer();
        store.ProvisionSchema();
    }
}
