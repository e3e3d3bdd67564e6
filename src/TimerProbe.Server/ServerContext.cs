using System.Reflection;
using System.Threading.Channels;

namespace TimerProbe.Server;

/// <summary>What every part of a node works with. Its place is null for this user's own store.</summary>
internal sealed class ServerContext(FileConfiguration configuration, FleetStore store, StoreSettings? place, NodeLog log, TimeProvider time)
{
    public const string StoreUnavailable = "The store cannot be reached now.";

    public static readonly TimeSpan StoreRetryAfter = TimeSpan.FromSeconds(10);

    private readonly bool _isConfigured = ReferenceEquals(place, configuration.Store);
    private volatile FileConfiguration _configuration = configuration;

    public static ToolInfo Tool { get; } = new(
        typeof(ServerContext).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    public FileConfiguration Configuration => _configuration;

    public FleetStore Store => store;

    public NodeLog Log => log;

    public Faults Faults { get; } = new(log, time);

    public TimeProvider Time => time;

    /// <summary>Holds an item while there may be new alerts to send.</summary>
    public Channel<bool> MadeAlerts { get; } = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    /// <summary>To be called by whoever made alerts.</summary>
    public void WakeAlertSender() => MadeAlerts.Writer.TryWrite(true);

    public string Node { get; } = GetNode(configuration);

    public static string GetNode(FileConfiguration configuration) => configuration.Server?.Node ?? Environment.MachineName;

    /// <summary>
    /// The settings to open the store with once more; null for this user's own. How long a configuration keeps runs counts only
    /// where it names this very store, and the command line does not.
    /// </summary>
    public StoreSettings? PlaceBy(FileConfiguration now) =>
        place is null
            ? null
            : place with { Retention = _isConfigured && now.Store is { } own && own.Target == place.Target ? own.Retention : null };

    public void Renew(FileConfiguration changed) => _configuration = changed;

    /// <summary>Opens the store of a server: a file for one node, a database for several.</summary>
    /// <exception cref="UseCaseException">It is no store, its password cannot be read, or it cannot be opened.</exception>
    public static Task<FleetStore> OpenStoreAsync(StoreSettings? settings, StoreOptions options, CancellationToken cancellationToken) =>
        settings is { IsDatabase: true }
            ? StoreAccessor.GuardAsync(() => GetDatabase(settings, cancellationToken).OpenAsync(options, cancellationToken))
            : StoreAccessor.OpenAsync(settings, options, cancellationToken);

    /// <summary>What is believed of a store without proof, as a sentence without a full stop; null for nothing.</summary>
    public static string? NotVerified(StoreSettings? settings) =>
        settings is { IsDatabase: true } ? PostgresDatabase.Parse(settings.Target).NotVerified : null;

    private static PostgresDatabase GetDatabase(StoreSettings settings, CancellationToken cancellationToken) => PostgresDatabase.Parse(
        settings.Target, settings.Password is { } reference ? reference.Read(cancellationToken).Password : null);
}
