using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Logs;

/// <summary>The lines of resets, which leave the virtual machine's process, and its log, as they are.</summary>
internal static class ResetLines
{
    private const string OfProcessor = "CPU reset: hard";

    private static readonly Dictionary<string, Version> FirstThatKeeps = new(StringComparer.Ordinal)
    {
        ["VMware Workstation"] = new(16, 2),
        ["VMware Player"] = new(16, 2),
        ["VMware Fusion"] = new(12, 2),
        ["VMware ESX"] = new(7, 0, 3),
    };

    public static IReadOnlyList<string> Marks { get; } =
        ["VMAutomation_Reset", "VMXRequestReset", "Chipset: The guest has requested that the virtual machine be hard reset", OfProcessor];

    public static bool IsReset(string message) => Marks.Any(mark => message.StartsWith(mark, StringComparison.Ordinal));

    /// <summary>Whether it is the line of one processor, which a power-on writes too.</summary>
    public static bool IsOfProcessor(string message) => message.StartsWith(OfProcessor, StringComparison.Ordinal);

    /// <summary>
    /// Whether the product keeps a machine's rates over a reset. For Fusion and ESXi this is inferred, by their releases of the same time.
    /// </summary>
    public static bool KeepsRates(VmLog log) =>
        log is { Product: { } product, Version: { } text } && FirstThatKeeps.TryGetValue(product, out var first) && Numbers(text) >= first;

    /// <summary><c>16.2.4</c>; of <c>25H2</c> the year.</summary>
    private static Version? Numbers(string text) =>
        Version.TryParse(text, out var version) ? version
        : Version.TryParse($"{text.Split('H')[0]}.0", out var year) ? year
        : null;
}
