using System.Globalization;
using TimerProbe.VSphere.Inventory;

namespace TimerProbe.Cli.Output;

/// <summary>Says how far the reading of a server has come, once a second at most.</summary>
internal sealed class ScanProgress(string server, Terminal terminal, TimeProvider time) : IProgress<InventoryProgress>
{
    private readonly Lock _lock = new();
    private long _said = time.GetTimestamp();

    public void Report(InventoryProgress value)
    {
        lock (_lock)
        {
            if (time.GetElapsedTime(_said) < TimeSpan.FromSeconds(1))
            {
                return;
            }

            _said = time.GetTimestamp();
        }

        terminal.Progress(string.Create(CultureInfo.InvariantCulture, $"{server}: {value.Count:N0} {Words(value.Step)} read"));
    }

    private static string Words(string step) => step == "virtualMachines" ? "virtual machines" : step;
}
