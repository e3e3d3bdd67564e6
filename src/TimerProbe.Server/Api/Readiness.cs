using TimerProbe.Server.Schedule;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Api;

/// <summary>Whether this node shows what is so, and takes work.</summary>
internal sealed class Readiness(LatestFleet latest, NodeState node)
{
    /// <summary>Why it does not, in a word; null when it does.</summary>
    public string? WhyNot => !latest.IsCurrent || latest.AwaySince is not null ? "store" : node.IsReady ? null : node.Now.Name;
}
