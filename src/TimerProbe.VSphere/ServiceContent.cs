namespace TimerProbe.VSphere;

/// <summary>The managers of a server. One that the server does not have is null.</summary>
public sealed record ServiceContent
{
    /// <summary>What the server says about itself.</summary>
    public required AboutInfo About { get; init; }

    /// <summary>The root of the inventory.</summary>
    public required ManagedObjectReference RootFolder { get; init; }

    /// <summary>The property collector.</summary>
    public required ManagedObjectReference PropertyCollector { get; init; }

    /// <summary>The session manager; null on a server that allows no login.</summary>
    public ManagedObjectReference? SessionManager { get; init; }

    /// <summary>The view manager.</summary>
    public ManagedObjectReference? ViewManager { get; init; }

    /// <summary>The event manager.</summary>
    public ManagedObjectReference? EventManager { get; init; }

    /// <summary>The performance manager.</summary>
    public ManagedObjectReference? PerfManager { get; init; }

    /// <summary>The authorization manager.</summary>
    public ManagedObjectReference? AuthorizationManager { get; init; }

    /// <summary>The server's options.</summary>
    public ManagedObjectReference? Setting { get; init; }
}
