namespace TimerProbe.Guest.Inspection;

/// <summary>What sets this machine's clock, as far as the system says without rights.</summary>
public static class TimeServices
{
    private const string WindowsServices = @"SYSTEM\CurrentControlSet\Services\";

    // By the names that the kernel has for processes, of 15 characters at most.
    private static readonly Dictionary<string, string> Daemons = new(StringComparer.Ordinal)
    {
        ["chronyd"] = "chronyd",
        ["ntpd"] = "ntpd",
        ["ntp-daemon"] = "ntpd-rs",
        ["systemd-timesyn"] = "systemd-timesyncd",
        ["ptp4l"] = "ptp4l",
        ["phc2sys"] = "phc2sys",
    };

    /// <returns>Their names; null where that cannot be seen.</returns>
    public static IReadOnlyList<string>? Read(MachineFacts machine)
    {
        var services = OperatingSystem.IsWindows() ? OfWindows() : machine.Linux is { Container: null } ? FromProcesses(Processes()) : null;
        return services is null ? null : [.. services, .. IsPeriodic(VMwareToolsInspector.FindCommand()) ? ["VMware Tools"] : Array.Empty<string>()];
    }

    /// <summary>Out of the names of a machine's processes; null where those of others are hidden.</summary>
    internal static IReadOnlyList<string>? FromProcesses(IReadOnlyCollection<(int Id, string Name)> processes) =>
        processes.Any(process => process.Id == 1)
            ? [.. Daemons.Where(daemon => processes.Any(process => process.Name == daemon.Key)).Select(daemon => daemon.Value)]
            : null;

    private static IReadOnlyCollection<(int Id, string Name)> Processes() =>
        [.. Directory.EnumerateDirectories("/proc")
            .Select(folder => (Id: int.TryParse(Path.GetFileName(folder), out var id) ? id : 0, Folder: folder))
            .Where(process => process.Id > 0)
            .Select(process => (process.Id, SystemFile.TryRead(Path.Combine(process.Folder, "comm")) ?? ""))
            .Where(process => process.Item2.Length > 0)];

    [SupportedOSPlatform("windows")]
    private static List<string>? OfWindows()
    {
        if (WindowsRegistry.Text(WindowsServices + @"W32Time\Parameters", "Type") is not { } type)
        {
            return null;
        }

        return
        [
            .. type == "NoSync" ? Array.Empty<string>() : ["Windows Time (w32time)"],
            .. WindowsRegistry.HasValues(WindowsServices + "NTP") ? ["NTP"] : Array.Empty<string>(),
        ];
    }

    private static bool IsPeriodic(string? toolbox)
    {
        if (toolbox is null)
        {
            return false;
        }

        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        return new ToolboxReader(toolbox, deadline).ReadTimesync().Value?.StartsWith("Enabled", StringComparison.OrdinalIgnoreCase) == true;
    }
}
