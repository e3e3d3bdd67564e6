using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Remedies;

/// <summary>
/// What the DRS groups and the rule of a frequency class are called, wherever a remedy makes or names them: plain ASCII, and
/// with the frequency rather than a number that the next host would change.
/// </summary>
public static class DrsGroup
{
    /// <summary>The rule's name.</summary>
    public static string Rule(FrequencyClass frequency) => $"timerprobe {frequency.LowHz}";

    /// <summary>The host group's name.</summary>
    public static string Hosts(FrequencyClass frequency) => $"{Rule(frequency)} hosts";

    /// <summary>The VM group's name.</summary>
    public static string Vms(FrequencyClass frequency) => $"{Rule(frequency)} VMs";
}
