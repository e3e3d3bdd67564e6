using System.Security.Cryptography;

namespace TimerProbe.Reporting.Html;

internal static class DisplayText
{
    private const int MaxOfName = 40;

    public static string Megahertz(Frequency? frequency) => frequency?.Megahertz.ToString("#,0.000") ?? "";

    /// <summary>A difference below a head that says ppm; the script sorts both units together.</summary>
    public static string Ppm(PartsPerMillion? difference) => difference?.ToString().Replace(" ppm", "", StringComparison.Ordinal) ?? "";

    public static string Milliseconds(double ms) => ms.ToString("#,0.0");

    public static string Machine(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'");

    public static string Cause(ClockCause cause) => cause switch
    {
        ClockCause.TscTrapped => "TSC trapped",
        ClockCause.PlatformTimer => "platform timer",
        ClockCause.HypervisorPage => "hypervisor page",
        ClockCause.HypervisorCall => "hypervisor call",
        ClockCause.SystemCall => "system call",
        ClockCause.CpuStarved => "CPU starved",
        ClockCause.Intermittent => "intermittent",
        ClockCause.Unknown => "cause unknown",
        _ => "",
    };

    public static string Mark(Severity? severity) => severity switch
    {
        null => "ok",
        Severity.Critical => "c",
        Severity.Warning => "w",
        _ => "i",
    };

    public static string Drs(string? automation) => $"DRS {ClusterFacts.DescribeDrs(automation)}";

    /// <summary>The id of a part of a page. A link to it leads there in the report of the next run too.</summary>
    public static string GetAnchor(string kind, string name, params ReadOnlySpan<string?> others)
    {
        var whole = string.Join('\0', [kind, name, .. others]);
        return $"{kind}-{Readable(name)}-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(whole)).AsSpan(0, 4))}";
    }

    private static string Readable(string name)
    {
        var text = new StringBuilder();
        foreach (var letter in name.AsSpan(0, Math.Min(name.Length, MaxOfName)))
        {
            text.Append(char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' ? letter : '.');
        }

        return text.ToString();
    }
}
