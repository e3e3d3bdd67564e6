using System.Text.RegularExpressions;

namespace TimerProbe.Core.Logs;

internal static partial class HostCpuidLines
{
    private const string Vendor = "hostCPUID vendor: ";
    private const string Model = "hostCPUID name: ";
    private const int MaxNameLength = 64;
    private const uint Hypervisor = 1u << 31;
    private const uint TscRateMsr = 1u << 4;

    public static IReadOnlyList<string> Marks { get; } = ["hostCPUID "];

    /// <summary>The log with what the message says; null when it says nothing of this.</summary>
    public static VmLog? Read(string message, VmLog log) =>
        message.StartsWith(Vendor, StringComparison.Ordinal) ? log with { CpuVendor = Bounded(message[Vendor.Length..]) }
        : message.StartsWith(Model, StringComparison.Ordinal) ? log with { CpuModel = Bounded(message[Model.Length..]) }
        : LevelLine().Match(message) is { Success: true } level ? Read(level, log)
        : null;

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

    private static string? Bounded(string text) => text.Trim() is { Length: > 0 and <= MaxNameLength } kept ? kept : null;

    [GeneratedRegex("^hostCPUID level (?<level>00000001|8000000a), +0: 0x(?<eax>[0-9a-f]{8}) 0x[0-9a-f]{8} 0x(?<ecx>[0-9a-f]{8}) 0x(?<edx>[0-9a-f]{8})$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex LevelLine();
}
