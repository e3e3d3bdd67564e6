namespace TimerProbe.Guest.Inspection;

/// <summary>What sets this machine's clock, as far as the system says without rights.</summary>
public static class TimeServices
{
    private const string WindowsServices = @"SYSTEM\CurrentControlSet\Services\";

    // By the names that the kernel has for processes, of 15 characters at most.
    private static readonly Dictionary<string, string> Daemons = new()
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
        var services = OperatingSystem.IsWindows() ? FromRegistry()
            : machine.Linux is not { Container: null } ? null
            : FromProcesses([.. Directory.EnumerateDirectories("/proc")
                .Select(folder => (Path.GetFileName(folder), SystemFile.TryRead(Path.Combine(folder, "comm"))))]);
        return services is not null && VMwareToolsInspector.FindCommand() is { } toolbox
            && ToolboxReader.AskOnce(toolbox, tools => tools.ReadTimesync()).Value?.StartsWith("Enabled", StringComparison.OrdinalIgnoreCase) == true
            ? [.. services, "VMware Tools"]
            : services;
    }

    /// <summary>Out of the ids and names of a machine's processes; null where those of others are hidden.</summary>
    internal static IReadOnlyList<string>? FromProcesses(IReadOnlyCollection<(string Id, string? Name)> processes) =>
        processes.Any(process => process is { Id: "1", Name: not null })
            ? [.. Daemons.Where(daemon => processes.Any(process => process.Name == daemon.Key)).Select(daemon => daemon.Value)]
            : null;

    [SupportedOSPlatform("windows")]
    private static IReadOnlyList<string>? FromRegistry() => WindowsRegistry.Text(WindowsServices + @"W32Time\Parameters", "Type") is not { } type ? null :
    [
        .. type == "NoSync" ? Array.Empty<string>() : ["Windows Time (w32time)"],
        .. WindowsRegistry.HasValues(WindowsServices + "NTP") ? ["NTP"] : Array.Empty<string>(),
    ];
}
