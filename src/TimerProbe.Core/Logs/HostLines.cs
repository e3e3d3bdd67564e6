namespace TimerProbe.Core.Logs;

/// <summary>
/// The lines of what the host's processor is, and, below a conversion, in which the hypervisor says whether it scales and offsets the
/// TSC, and what the host offers. <c>TSC scaling ratio: ...</c> is not one of them: it is written where scaling is off too.
/// </summary>
internal static partial class HostLines
{
    private const string Vendor = "hostCPUID vendor: ";
    private const string Model = "hostCPUID name: ";
    private const int MaxNameLength = 64;
    private const uint Hypervisor = 1u << 31;
    private const uint TscRateMsr = 1u << 4;

    private const string OnAmd = "TSC scaling is not supported on AMD";

    public static IReadOnlyList<string> Marks { get; } =
    [
        "TSC scaling ", "TSC offsetting ", "Disabling TSC scaling ", "Disabling TSC offsetting ", "Use TSC scaling ", "PTSC: using ",
        "Module '", "hostCPUID ",
    ];

    /// <summary>The log with what the message says; null when it says nothing of this.</summary>
    public static VmLog? Read(string message, VmLog log)
    {
        if (DecisionLine().Match(message) is { Success: true } decision)
        {
            var use = decision.Groups["enabled"].Success ? TscFeature.Enabled : TscFeature.Disabled;
            return decision.Groups["feature"].Value == "offsetting"
                ? log with { Offsetting = use, OffsettingLine = use == TscFeature.Disabled ? Bounded(message) : null }
                : log with
                {
                    Scaling = use,
                    ScalingLine = use == TscFeature.Disabled && IsRefusedOnAmd(log) ? log.ScalingLine : Bounded(message),
                };
        }

        return message.StartsWith(OnAmd, StringComparison.Ordinal)
            ? log with { Scaling = TscFeature.Disabled, ScalingLine = KnownLine().IsMatch(message) ? message : OnAmd }
            : ReferenceLine().Match(message) is { Success: true } reference
                ? log with { ReferenceClockLine = reference.Groups["other"].Success ? "PTSC: using reference clock" : null }
            : FailureLine().IsMatch(message) ? log with { NeverStarted = true }
            : OfferLine().Match(message) is { Success: true } offer ? log with { CanScale = offer.Groups["used"].Success }
            : message.StartsWith(Vendor, StringComparison.Ordinal) ? log with { CpuVendor = BoundedName(message[Vendor.Length..]) }
            : message.StartsWith(Model, StringComparison.Ordinal) ? log with { CpuModel = BoundedName(message[Model.Length..]) }
            : LevelLine().Match(message) is { Success: true } level ? Read(level, log)
            : null;
    }

    private static string Bounded(string message) =>
        KnownLine().IsMatch(message) ? message : message[..message.IndexOf(" since ", StringComparison.Ordinal)];

    private static bool IsRefusedOnAmd(VmLog log) => log.ScalingLine?.StartsWith(OnAmd, StringComparison.Ordinal) == true;

    private static VmLog Read(Match level, VmLog log)
    {
        uint Register(string name) => Convert.ToUInt32(level.Groups[name].Value, 16);
        var (eax, ecx, edx) = (Register("eax"), Register("ecx"), Register("edx"));
        if (level.Groups["level"].Value == "8000000a")
        {
            // All of it is zero where another hypervisor keeps it to itself.
            return eax == 0 ? log : log with { CanScale = (edx & TscRateMsr) != 0 };
        }

        var (family, model) = ProcessorSignature.From(eax);
        return log with { CpuFamily = family, CpuModelNumber = model, UnderHypervisor = (ecx & Hypervisor) != 0 };
    }

    private static string? BoundedName(string text) => text.Trim() is { Length: > 0 and <= MaxNameLength } kept ? kept : null;

    [GeneratedRegex("^hostCPUID level (?<level>00000001|8000000a), +0: 0x(?<eax>[0-9a-f]{8}) 0x[0-9a-f]{8} 0x(?<ecx>[0-9a-f]{8}) 0x(?<edx>[0-9a-f]{8})$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex LevelLine();

    [GeneratedRegex(@"^(?:TSC (?<feature>scaling|offsetting) (?<enabled>enabled)\.?|Disabling TSC (?<feature>scaling|offsetting) since .{1,160})$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex DecisionLine();

    [GeneratedRegex(@"^(?:TSC scaling enabled|Disabling TSC scaling since (?:host does not support it|TSCs have been adjusted by the host)|TSC scaling is not supported on AMD when TSCs have been adjusted by the host|Disabling TSC offsetting since TSC rates differ: [0-9]{1,12} \(guest\) vs [0-9]{1,12} \(host\))\.?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex KnownLine();

    [GeneratedRegex(@"^PTSC: using (?:TSC|(?<other>reference clock))\b", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex ReferenceLine();

    [GeneratedRegex(@"^Module '?[A-Za-z0-9_]{1,40}'? power on failed\.?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex FailureLine();

    // What the host lets a hypervisor set: {0,1} or { 0 }.
    [GeneratedRegex(@"^Use TSC scaling +\{ ?(?:0|0,(?<used>1)|(?<used>1)) ?\}$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex OfferLine();
}
