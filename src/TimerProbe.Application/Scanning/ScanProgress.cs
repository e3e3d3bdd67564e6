using System.Globalization;
using TimerProbe.VSphere.Inventory;

namespace TimerProbe.Application.Scanning;

/// <summary>Says how far the reading of a server has come, once a second at most.</summary>
internal sealed class ScanProgress(string server, UseCaseContext context) : IProgress<InventoryProgress>
{
    private readonly Lock _lock = new();
    private long _said = context.Time.GetTimestamp();

    public void Report(InventoryProgress value)
    {
        lock (_lock)
        {
            if (context.Time.GetElapsedTime(_said) < TimeSpan.FromSeconds(1))
            {
                return;
            }

            _said = context.Time.GetTimestamp();
        }

        context.Dialog.Progress(string.Create(CultureInfo.InvariantCulture, $"{server}: {value.Count:N0} {Words(value.Step)} read"));
    }

    private static string Words(string step) => step == "virtualMachines" ? "virtual machines" : step;
}
