namespace TimerProbe.Server.Tests.Running;

/// <summary>Signals to processes that the tests started.</summary>
internal static class Signals
{
    public static void Send(int process, string name)
    {
        using var kill = Process.Start("kill", [$"-{name}", $"{process}"]);
        kill.WaitForExit();
    }
}
