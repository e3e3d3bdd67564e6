using System.Text.RegularExpressions;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Logs;

/// <summary>
/// The lines below a conversion in which the hypervisor tells whether it scales and offsets the TSC, and the one of what the host offers.
/// <c>TSC scaling ratio: ...</c> is none of them: it stands where scaling is off too.
/// </summary>
internal static partial class TscLines
{
    private const int LongestReason = 200;

    private const string OnAmd = "TSC scaling is not supported on AMD";

    public static IReadOnlyList<string> Marks { get; } = ["TSC scaling ", "TSC offsetting "];

    /// <summary>The log with what the message says; null when it says nothing of this.</summary>
    public static VmLog? Read(string message, VmLog log)
    {
        if (DecisionLine().Match(message) is { Success: true } decision)
        {
            var use = decision.Groups["enabled"].Success ? TscFeature.Enabled : TscFeature.Disabled;
            return decision.Groups["feature"].Value == "offsetting"
                ? log with { Offsetting = use }
                : log with { Scaling = use, ScalingLine = use == TscFeature.Disabled && IsRefusedOnAmd(log) ? log.ScalingLine : message };
        }

        return message.StartsWith(OnAmd, StringComparison.Ordinal) && message.Length <= LongestReason
            ? log with { Scaling = TscFeature.Disabled, ScalingLine = message }
            : OfferLine().Match(message) is { Success: true } offer ? log with { CanScale = offer.Groups["used"].Success }
            : null;
    }

    /// <summary>AMD's reason has a line of its own, above the one that all refusals have.</summary>
    private static bool IsRefusedOnAmd(VmLog log) => log.ScalingLine?.StartsWith(OnAmd, StringComparison.Ordinal) == true;

    [GeneratedRegex(@"^(?:TSC (?<feature>scaling|offsetting) (?<enabled>enabled)\.?|Disabling TSC (?<feature>scaling|offsetting) since .{1,160})$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex DecisionLine();

    // What the host lets a hypervisor set: {0,1} or { 0 }.
    [GeneratedRegex(@"^Use TSC scaling +\{ ?(?:0|0,(?<used>1)|(?<used>1)) ?\}$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex OfferLine();
}
