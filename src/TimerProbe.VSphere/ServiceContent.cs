namespace TimerProbe.VSphere;

/// <summary>The managers of a server. One that the server does not have is null.</summary>
public sealed record ServiceContent
{
    public required AboutInfo About { get; init; }

    public required ManagedObjectReference RootFolder { get; init; }

    public required ManagedObjectReference PropertyCollector { get; init; }

    /// <summary>The session manager; null on a server that allows no login.</summary>
    public ManagedObjectReference? SessionManager { get; init; }

    public ManagedObjectReference? ViewManager { get; init; }

    public ManagedObjectReference? EventManager { get; init; }

    public ManagedObjectReference? PerfManager { get; init; }

    public ManagedObjectReference? AuthorizationManager { get; init; }

    public ManagedObjectReference? Setting { get; init; }
}
