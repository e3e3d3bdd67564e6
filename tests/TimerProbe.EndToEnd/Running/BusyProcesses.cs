namespace TimerProbe.EndToEnd.Running;

internal sealed class BusyProcesses : IDisposable
{
    private readonly List<Process> _processes = [];

    public static BusyProcesses Start(int count)
    {
        var busy = new BusyProcesses();
        for (var i = 0; i < count; i++)
        {
            busy._processes.Add(Process.Start(new ProcessStartInfo("sh", ["-c", "while :; do :; done"]) { UseShellExecute = false })!);
        }

        return busy;
    }

    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }
    }
}
