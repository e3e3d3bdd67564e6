using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Inspection;

/// <summary>Whether SQL Server is installed on this machine; it is not asked anything.</summary>
public static class SqlServerInstallation
{
    private const string OnLinux = "/opt/mssql/bin/sqlservr";
    private const string OnWindows = @"SOFTWARE\Microsoft\Microsoft SQL Server\Instance Names\SQL";

    /// <summary>Whether an instance of the database engine is installed.</summary>
    public static bool IsPresent() => OperatingSystem.IsWindows() ? WindowsRegistry.HasValues(OnWindows) : File.Exists(OnLinux);
}
