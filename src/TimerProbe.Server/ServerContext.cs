using System.Reflection;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Saving;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet;

namespace TimerProbe.Server;

/// <summary>What every part of a node works with. Its place is null for this user's own store.</summary>
internal sealed class ServerContext(FileConfiguration configuration, FleetStore store, StoreSettings? place, NodeLog log, TimeProvider time)
{
    private readonly bool _isConfigured = ReferenceEquals(place, configuration.Store);
    private volatile FileConfiguration _configuration = configuration;

    public static ToolInfo Tool { get; } = new(
        typeof(ServerContext).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    /// <summary>It may change at any time: ask again for each piece of work.</summary>
    public FileConfiguration Configuration => _configuration;

    public FleetStore Store => store;

    public NodeLog Log => log;

    public Faults Faults { get; } = new(log, time);

    public TimeProvider Time => time;

    /// <summary>The name that tells this node from others on the same store.</summary>
    public string Node { get; } = NodeOf(configuration);

    public static string NodeOf(FileConfiguration configuration) => configuration.Server?.Node ?? Environment.MachineName;

    /// <summary>
    /// The settings to open the store with once more; null for this user's own. How long a configuration has runs kept counts only where it
    /// names this very store, and the command line does not.
    /// </summary>
    public StoreSettings? PlaceBy(FileConfiguration now) =>
        place is null
            ? null
            : place with { Retention = _isConfigured && now.Store is { } own && own.Target == place.Target ? own.Retention : null };

    public void Renew(FileConfiguration changed) => _configuration = changed;
}
