namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Steps in words that several remedies share.</summary>
internal static class Steps
{
    public const string AdvancedParameters = "Edit Settings > Advanced Parameters (before vSphere 8: VM Options > Advanced > Edit "
        + "Configuration).";
}
