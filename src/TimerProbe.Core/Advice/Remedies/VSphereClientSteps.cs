namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Steps in the vSphere Client that several remedies share.</summary>
internal static class VSphereClientSteps
{
    public const string AdvancedParameters = "Edit Settings > Advanced Parameters (before vSphere 8: VM Options > Advanced > Edit "
        + "Configuration).";
}
