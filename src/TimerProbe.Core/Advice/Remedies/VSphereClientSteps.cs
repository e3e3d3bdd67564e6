namespace TimerProbe.Core.Advice.Remedies;

internal static class VSphereClientSteps
{
    public const string AdvancedParameters = "Edit Settings > Advanced Parameters (before vSphere 8: VM Options > Advanced > Edit "
        + "Configuration).";
}
