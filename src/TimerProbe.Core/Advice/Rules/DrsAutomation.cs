namespace TimerProbe.Core.Advice.Rules;

/// <summary>How far DRS acts without being asked.</summary>
internal static class DrsAutomation
{
    public const string Manual = "manual";

    /// <summary>Whether it places or moves virtual machines by itself.</summary>
    public static bool IsAutomatic(string? drs) => drs is "partiallyAutomated" or "fullyAutomated";
}
