using System.Text.Json;

namespace TimerProbe.Fleet.Changes;

/// <summary>
/// Settings as one text: a JSON object of those that are set, ordered by name, so that equal settings are equal texts.
/// </summary>
internal static class SettingsText
{
    public static string Format(VirtualMachineSettings settings)
    {
        var set = new SortedDictionary<string, string>(StringComparer.Ordinal);
        Add(set, "virtualRdtsc", settings.VirtualRdtsc is { } rdtsc ? Text(rdtsc) : null);
        Add(set, "hardwareVersion", settings.HardwareVersion);
        Add(set, "rebootPowerCycle", settings.RebootPowerCycle is { } cycle ? Text(cycle) : null);
        Add(set, "latencySensitivity", settings.LatencySensitivity);
        Add(set, "cpuLimitMhz", settings.CpuLimitMhz?.ToString());
        foreach (var (key, value) in settings.Other)
        {
            Add(set, key, value);
        }

        return JsonSerializer.Serialize(set, SettingsJson.Default.SortedDictionaryStringString);
    }

    /// <summary>The settings by name; empty when the text is not such an object.</summary>
    public static IReadOnlyDictionary<string, string> Read(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, SettingsJson.Default.SortedDictionaryStringString) ?? [];
        }
        catch (JsonException)
        {
            return new SortedDictionary<string, string>(StringComparer.Ordinal);
        }
    }

    /// <summary>The settings that differ, by name, with both values; null where one is not set.</summary>
    public static IEnumerable<(string Name, string? Earlier, string? Later)> Differences(string earlier, string later)
    {
        if (earlier == later)
        {
            return [];
        }

        var (before, after) = (Read(earlier), Read(later));
        return before.Keys.Union(after.Keys).Order(StringComparer.Ordinal)
            .Select(name => (name, before.GetValueOrDefault(name), after.GetValueOrDefault(name)))
            .Where(item => item.Item2 != item.Item3);
    }

    private static void Add(SortedDictionary<string, string> set, string name, string? value)
    {
        if (value is not null)
        {
            set[name] = value;
        }
    }

    private static string Text(bool value) => value ? "true" : "false";
}
