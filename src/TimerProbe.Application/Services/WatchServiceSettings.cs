namespace TimerProbe.Application.Services;

/// <summary>The service to install.</summary>
public sealed record WatchServiceSettings
{
    /// <summary>The whole path of this program, the only one that the service runs.</summary>
    public required string Executable { get; init; }

    /// <summary>The options of <c>timerprobe watch</c>, each an argument; no secret is among them.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    /// <summary>The whole paths of the files that it writes.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>Whether the run is kept in a store.</summary>
    public bool Saves { get; init; }

    /// <summary>Whether it may speak to another machine: a server of time, a store, the receivers of alerts.</summary>
    public bool Connects { get; init; }
}
