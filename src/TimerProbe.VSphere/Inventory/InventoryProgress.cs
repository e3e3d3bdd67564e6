namespace TimerProbe.VSphere.Inventory;

/// <summary>How far a step of the reading has come.</summary>
/// <param name="Step">The step by its name in <see cref="Core.Facts.ScanStep"/>.</param>
/// <param name="Count">The objects or events read so far.</param>
public readonly record struct InventoryProgress(string Step, int Count);
