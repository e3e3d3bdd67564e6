namespace TimerProbe.Server.Schedule;

/// <summary>Whether this node may take work now.</summary>
internal sealed class NodeState
{
    private volatile NodeCondition _now = new("starting", "the node is starting");

    public NodeCondition Now
    {
        get => _now;
        set => _now = value;
    }

    /// <summary>Whether it may take work.</summary>
    public bool IsReady => Now.WhyNot is null;
}

/// <summary>What a node is able to do.</summary>
/// <param name="Name">In a word, as the store keeps it.</param>
/// <param name="WhyNot">Why it takes no work, as a sentence without a full stop; null when it does.</param>
internal sealed record NodeCondition(string Name, string? WhyNot)
{
    public static NodeCondition Ready { get; } = new("ready", null);

    public static NodeCondition Stopping { get; } = new("stopping", "the node is stopping");
}
