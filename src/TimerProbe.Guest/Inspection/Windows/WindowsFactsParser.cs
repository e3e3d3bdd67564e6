namespace TimerProbe.Guest.Inspection;

internal static class WindowsFactsParser
{
    private const int FirstWindows11Build = 22000;

    /// <summary>A name such as <c>Windows Server 2022 Standard (20348)</c> or <c>Windows 11 Pro 23H2 (22631)</c>.</summary>
    /// <param name="productName">ProductName: Windows 11 still calls itself Windows 10 there.</param>
    /// <param name="displayVersion">DisplayVersion, such as 23H2; servers are known by their year instead.</param>
    public static string OsName(string? productName, string? displayVersion, string? installationType, Version version)
    {
        var name = string.IsNullOrWhiteSpace(productName) ? $"Windows {version.Major}.{version.Minor}" : productName.Trim();
        var isClient = !(installationType ?? name).Contains("Server", StringComparison.OrdinalIgnoreCase);
        if (isClient && version.Build >= FirstWindows11Build)
        {
            name = name.Replace("Windows 10", "Windows 11", StringComparison.Ordinal);
        }

        var release = isClient && !string.IsNullOrWhiteSpace(displayVersion) ? " " + displayVersion.Trim() : "";
        return $"{name}{release} ({version.Build})";
    }

    /// <summary>In capitals between blanks; the boot loader writes <c>useplatformclock</c> when on, nothing when off or not set.</summary>
    public static bool UsesPlatformClock(string options) =>
        options.Split([' ', '/', '\0'], StringSplitOptions.RemoveEmptyEntries)
            .Any(option => option.Equals("USEPLATFORMCLOCK", StringComparison.OrdinalIgnoreCase));

    /// <summary>SecureKernelRunning is bit 0 of byte 0 of SYSTEM_ISOLATED_USER_MODE_INFORMATION; valid only if the call worked.</summary>
    public static Reading<bool?> Vbs(int status, ReadOnlySpan<byte> information) => status == 0 && information.Length > 0
        ? Reading.From<bool?>((information[0] & 1) == 1)
        : Reading.Missing<bool?>(
            $"Windows does not report whether virtualization-based security is running (status 0x{status:x8})");
}
