using System.Diagnostics;
using System.Reflection;

namespace TimerProbe.Cli;

internal static class ThisProgram
{
    public static ToolInfo Tool { get; } =
        new(typeof(ThisProgram).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    public static UseCaseContext Context(Terminal terminal, TimeProvider time) =>
        new(Tool, time, terminal, Elapsed) { Variables = terminal.Variables };

    private static TimeSpan Elapsed()
    {
        using var process = Process.GetCurrentProcess();
        return TimeProvider.System.GetUtcNow().UtcDateTime - process.StartTime.ToUniversalTime();
    }
}
