namespace TimerProbe.Core.Advice.Rules;

/// <summary>How far DRS acts without being asked.</summary>
public static class DrsAutomation
{
    internal const string Manual = "manual";

    internal static bool IsAutomatic(string? drs) => drs is "partiallyAutomated" or "fullyAutomated";

    /// <summary>A level of automation as people say it: <c>fully automated</c>.</summary>
    public static string Describe(string? drs) => drs switch
    {
        null => "unknown",
        "fullyAutomated" => "fully automated",
        "partiallyAutomated" => "partially automated",
        _ => drs,
    };
}
