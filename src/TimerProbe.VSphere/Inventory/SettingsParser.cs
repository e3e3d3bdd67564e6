using Paths = TimerProbe.VSphere.Inventory.VirtualMachinePaths;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands the settings of a machine that touch its clock. Equal settings of many machines are one object.</summary>
internal sealed class SettingsParser(TextPool pool)
{
    private const int MaxValueLength = 200, MaxKeys = 50, MaxKept = 1_000;

    private static readonly IReadOnlyDictionary<string, string> None = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    private readonly Dictionary<string, IReadOnlyDictionary<string, string>> _others = [];

    public VirtualMachineSettings Parse(ObjectContent content)
    {
        var keys = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var option in content[Paths.ExtraConfig]?.Members ?? [])
        {
            if (keys.Count < MaxKeys && option["key"]?.Text is { } key && !ClockSettings.IsPublished(key))
            {
                keys[pool.Share(ClockSettings.Spelling(key))] = pool.Share(Short(option["value"]?.Text ?? ""));
            }
        }

        if (content.Boolean(Paths.RebootPowerOff) == true)
        {
            keys["rebootPowerOff"] = "TRUE";
        }

        return new VirtualMachineSettings
        {
            VirtualRdtsc = TakeTruth(keys, ClockSettings.VirtualRdtsc),
            RebootPowerCycle = TakeTruth(keys, ClockSettings.RebootPowerCycle),
            HardwareVersion = ReadText(content, Paths.HardwareVersion),
            LatencySensitivity = ReadText(content, Paths.LatencySensitivity),
            CpuLimitMhz = content.Number(Paths.CpuLimit) is { } limit and >= 0 ? limit : null,
            Other = Shared(keys),
        };
    }

    private static bool? TakeTruth(Dictionary<string, string> keys, string key)
    {
        var truth = ClockSettings.ParseTruth(keys.GetValueOrDefault(key));
        if (truth is not null)
        {
            keys.Remove(key);
        }

        return truth;
    }

    private static string Short(string value) =>
        value.Length <= MaxValueLength ? value : string.Concat(value.AsSpan(0, MaxValueLength), "…");

    private string? ReadText(ObjectContent content, string path) => content.Text(path) is { Length: > 0 } text ? pool.Share(text) : null;

    private IReadOnlyDictionary<string, string> Shared(Dictionary<string, string> keys)
    {
        if (keys.Count == 0)
        {
            return None;
        }

        var all = string.Join('\n', keys.Select(pair => pair.Key + "\t" + pair.Value));
        if (!_others.TryGetValue(all, out var shared))
        {
            shared = keys;
            if (_others.Count < MaxKept)
            {
                _others.Add(all, shared);
            }
        }

        return shared;
    }
}
