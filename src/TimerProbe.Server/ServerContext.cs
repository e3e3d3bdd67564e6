using System.Reflection;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Saving;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet;

namespace TimerProbe.Server;

/// <summary>What every part of a node works with.</summary>
/// <param name="configuration">What the configuration says at the start.</param>
/// <param name="store">The store.</param>
/// <param name="place">What names the store; null for this user's own.</param>
/// <param name="log">Where it says what happens.</param>
/// <param name="time">The node's clock.</param>
internal sealed class ServerContext(FileConfiguration configuration, FleetStore store, StoreSettings? place, NodeLog log, TimeProvider time)
{
    private readonly bool _isConfigured = ReferenceEquals(place, configuration.Store);
    private volatile FileConfiguration _configuration = configuration;

    /// <summary>The program, as documents name it.</summary>
    public static ToolInfo Tool { get; } = new(
        typeof(ServerContext).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    /// <summary>What the configuration says now: ask again for each piece of work.</summary>
    public FileConfiguration Configuration => _configuration;

    public FleetStore Store => store;

    public NodeLog Log => log;

    public Faults Faults { get; } = new(log, time);

    public TimeProvider Time => time;

    /// <summary>The name of this node: what tells it from the others on the same store.</summary>
    public string Node { get; } = NodeOf(configuration);

    public static string NodeOf(FileConfiguration configuration) => configuration.Server?.Node ?? Environment.MachineName;

    /// <summary>What names the store, for whoever opens it by themselves; null for this user's own.</summary>
    /// <param name="now">The configuration to go by: how long it has runs kept counts only where it
    /// speaks of this very store, which a command line did not name.</param>
    public StoreSettings? PlaceBy(FileConfiguration now) =>
        place is null
            ? null
            : place with { Retention = _isConfigured && now.Store is { } own && own.Target == place.Target ? own.Retention : null };

    public void Renew(FileConfiguration changed) => _configuration = changed;
}
