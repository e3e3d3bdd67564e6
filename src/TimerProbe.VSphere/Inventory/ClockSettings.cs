namespace TimerProbe.VSphere.Inventory;

/// <summary>The keys of <c>config.extraConfig</c> that touch the clock. Upper and lower case are the same in them.</summary>
internal static class ClockSettings
{
    public const string VirtualRdtsc = "monitor_control.virtual_rdtsc";
    public const string RebootPowerCycle = "vmx.reboot.powerCycle";

    private static readonly string[] Known =
    [
        VirtualRdtsc, RebootPowerCycle, "monitor_control.pseudo_perfctr", "monitor_control.enable_softResetClearTSC",
        "monitor_control.disable_tsc_offsetting", "timeTracker.apparentHz", "timeTracker.apicBusHz", "timeTracker.forceMonotonicTTAT",
        "hypervisor.cpuid.v0",
    ];

    /// <summary>
    /// The keys that are asked for where not all are, what guests publish among them. A server may compare keys to the letter, so
    /// each is asked for in its usual spelling and in lower case.
    /// </summary>
    public static IReadOnlyList<string> Asked { get; } =
    [.. Known.Append(PublishedCheck.Variable).SelectMany(key => new[] { key, key.ToLowerInvariant() }).Distinct()];

    public static bool Matter(string key) =>
        !Starts(key, "guestinfo.")
        && (Starts(key, "monitor_control.") || Starts(key, "timeTracker.")
            || key.Contains("tsc", StringComparison.OrdinalIgnoreCase) || Array.Exists(Known, known => Is(known, key)));

    public static bool IsPublished(string key) => Is(PublishedCheck.Variable, key);

    public static int? GetMaxLength(string key) => IsPublished(key) ? PublishedCheckJson.MaxLength + 1 : null;

    public static string Spelling(string key) => Array.Find(Known, known => Is(known, key)) ?? key;

    private static bool Starts(string key, string start) => key.StartsWith(start, StringComparison.OrdinalIgnoreCase);

    private static bool Is(string known, string key) => known.Equals(key, StringComparison.OrdinalIgnoreCase);

    /// <summary>The truth value; null when the text is not one.</summary>
    public static bool? ParseTruth(string? text) => text?.Trim().ToUpperInvariant() switch
    {
        "TRUE" or "1" or "YES" or "Y" or "ON" or "T" => true,
        "FALSE" or "0" or "NO" or "N" or "OFF" or "F" => false,
        _ => null,
    };
}
