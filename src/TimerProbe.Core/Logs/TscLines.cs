using System.Text.RegularExpressions;

namespace TimerProbe.Core.Logs;

/// <summary>
/// The lines below a conversion in which the hypervisor says whether it scales and offsets the TSC, and the one of what the host
/// offers. <c>TSC scaling ratio: ...</c> is not one of them: it is written where scaling is off too.
/// </summary>
internal static partial class TscLines
{
    private const string OnAmd = "TSC scaling is not supported on AMD";

    public static IReadOnlyList<string> Marks { get; } =
        ["TSC scaling ", "TSC offsetting ", "Disabling TSC scaling ", "Disabling TSC offsetting ", "Use TSC scaling "];

    /// <summary>The log with what the message says; null when it says nothing of this.</summary>
    public static VmLog? Read(string message, VmLog log)
    {
        if (DecisionLine().Match(message) is { Success: true } decision)
        {
            var use = decision.Groups["enabled"].Success ? TscFeature.Enabled : TscFeature.Disabled;
            return decision.Groups["feature"].Value == "offsetting"
                ? log with { Offsetting = use }
                : log with
                {
                    Scaling = use,
                    ScalingLine = use == TscFeature.Disabled && IsRefusedOnAmd(log) ? log.ScalingLine : Bounded(message),
                };
        }

        return message.StartsWith(OnAmd, StringComparison.Ordinal)
            ? log with { Scaling = TscFeature.Disabled, ScalingLine = KnownLine().IsMatch(message) ? message : OnAmd }
            : OfferLine().Match(message) is { Success: true } offer ? log with { CanScale = offer.Groups["used"].Success }
            : null;
    }

    private static string Bounded(string message) =>
        KnownLine().IsMatch(message) ? message : message[..message.IndexOf(" since ", StringComparison.Ordinal)];

    private static bool IsRefusedOnAmd(VmLog log) => log.ScalingLine?.StartsWith(OnAmd, StringComparison.Ordinal) == true;

    [GeneratedRegex(@"^(?:TSC (?<feature>scaling|offsetting) (?<enabled>enabled)\.?|Disabling TSC (?<feature>scaling|offsetting) since .{1,160})$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex DecisionLine();

    [GeneratedRegex(@"^(?:TSC scaling enabled|Disabling TSC scaling since (?:host does not support it|TSCs have been adjusted by the host)|TSC scaling is not supported on AMD when TSCs have been adjusted by the host)\.?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex KnownLine();

    // What the host lets a hypervisor set: {0,1} or { 0 }.
    [GeneratedRegex(@"^Use TSC scaling +\{ ?(?:0|0,(?<used>1)|(?<used>1)) ?\}$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex OfferLine();
}
