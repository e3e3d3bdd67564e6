using System.Diagnostics;
using System.Reflection;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli;

/// <summary>This program, as its documents name it.</summary>
internal static class ThisProgram
{
    /// <summary>Its version.</summary>
    public static ToolInfo Tool { get; } =
        new(typeof(ThisProgram).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    /// <summary>The milliseconds since its process started.</summary>
    public static double ElapsedMs(TimeProvider time)
    {
        using var process = Process.GetCurrentProcess();
        return Math.Round((time.GetUtcNow().UtcDateTime - process.StartTime.ToUniversalTime()).TotalMilliseconds, 1);
    }
}
