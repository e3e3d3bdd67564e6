using System.Reflection;
using TimerProbe.Application.Configuration;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet;

namespace TimerProbe.Server;

/// <summary>What every part of a node works with.</summary>
/// <param name="Configuration">What the configuration says.</param>
/// <param name="Store">The store.</param>
/// <param name="Time">The node's clock.</param>
internal sealed record ServerContext(FileConfiguration Configuration, FleetStore Store, TimeProvider Time)
{
    /// <summary>The program, as documents name it.</summary>
    public static ToolInfo Tool { get; } = new(typeof(ServerContext).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    /// <summary>The name of this node: what tells it from the others on the same store.</summary>
    public string Node { get; } = Configuration.Server?.Node ?? Environment.MachineName;
}
