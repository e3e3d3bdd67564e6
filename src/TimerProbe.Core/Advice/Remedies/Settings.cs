namespace TimerProbe.Core.Advice;

/// <summary>Tells which settings a machine is in.</summary>
public static class Settings
{
    public static IReadOnlySet<Setting> Of(MachineFacts machine)
    {
        var settings = new HashSet<Setting> { Setting.Anywhere, GetPlatform(machine) };
        if (machine.Windows is { Wine: null })
        {
            settings.Add(Setting.Windows);
        }

        if (machine.Linux is not null)
        {
            settings.Add(Setting.Linux);
        }

        return settings;
    }

    public static bool IsPlatform(Setting where) => where is not (Setting.Anywhere or Setting.Windows or Setting.Linux);

    /// <summary>How <c>--platform</c> names it.</summary>
    public static string GetOptionValue(Setting platform) => platform.ToString().ToLowerInvariant();

    public static Setting GetPlatform(MachineFacts machine) => Platforms.Of(machine).Where;

    /// <summary>The platform SMBIOS names; null when it names no virtual machine.</summary>
    public static Setting? SmbiosPlatform(MachineFacts machine) => new PlatformSigns(machine).Smbios;
}
