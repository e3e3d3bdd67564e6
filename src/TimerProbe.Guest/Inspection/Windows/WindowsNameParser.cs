using System.Globalization;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Names a Windows by its registry values.</summary>
internal static class WindowsNameParser
{
    private const int FirstWindows11Build = 22000;

    /// <summary>A name such as <c>Windows Server 2022 Standard (20348)</c> or <c>Windows 11 Pro 23H2 (22631)</c>.</summary>
    /// <param name="productName">ProductName: Windows 11 still calls itself Windows 10 there.</param>
    /// <param name="displayVersion">DisplayVersion, such as 23H2; servers are known by their year instead.</param>
    /// <param name="installationType">InstallationType: Client, Server, Server Core, Nano Server.</param>
    /// <param name="version">The version as the kernel tells it.</param>
    public static string Name(string? productName, string? displayVersion, string? installationType, Version version)
    {
        var name = string.IsNullOrWhiteSpace(productName)
            ? string.Create(CultureInfo.InvariantCulture, $"Windows {version.Major}.{version.Minor}")
            : productName.Trim();
        var isClient = !(installationType ?? name).Contains("Server", StringComparison.OrdinalIgnoreCase);
        if (isClient && version.Build >= FirstWindows11Build)
        {
            name = name.Replace("Windows 10", "Windows 11", StringComparison.Ordinal);
        }

        var release = isClient && !string.IsNullOrWhiteSpace(displayVersion) ? " " + displayVersion.Trim() : "";
        return string.Create(CultureInfo.InvariantCulture, $"{name}{release} ({version.Build})");
    }
}
