using System.Globalization;
using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The settings of a machine that are not as they usually are.</summary>
internal static class MachineSettings
{
    /// <summary>Before this version a Windows guest gets no reference time from the hypervisor.</summary>
    private const int FirstWithReferenceTime = 10;

    /// <summary>The settings, one after the other; empty when there are none of note.</summary>
    public static string Of(VirtualMachineFacts machine) => string.Join("; ", OfNote(machine.Settings));

    private static IEnumerable<string> OfNote(VirtualMachineSettings settings)
    {
        if (settings.VirtualRdtsc is { } rdtsc)
        {
            yield return $"virtual_rdtsc = {Flag(rdtsc)}";
        }

        if (settings.RebootPowerCycle is { } powerCycle)
        {
            yield return $"reboot.powerCycle = {Flag(powerCycle)}";
        }

        if (settings.LatencySensitivity is { } latency and not "normal")
        {
            yield return $"latency sensitivity {latency}";
        }

        if (settings.CpuLimitMhz is { } limit)
        {
            yield return $"CPU limit {Counted.Number(limit)} MHz";
        }

        if (settings.HardwareVersion is { } version && IsOld(version))
        {
            yield return version;
        }

        foreach (var (key, value) in settings.Other.OrderBy(other => other.Key, StringComparer.Ordinal))
        {
            yield return $"{key} = {value}";
        }
    }

    private static string Flag(bool value) => value ? "TRUE" : "FALSE";

    private static bool IsOld(string version) => version.StartsWith("vmx-", StringComparison.Ordinal)
        && int.TryParse(version.AsSpan(4), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && number < FirstWithReferenceTime;
}
