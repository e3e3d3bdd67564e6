using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;

namespace TimerProbe.Application.Scanning;

/// <summary>One vCenter given by two names would count every machine twice.</summary>
internal static class DuplicateServers
{
    public static (IReadOnlyList<InventoryReading> Kept, IReadOnlyList<LeftOutServer>? LeftOut) LeaveOut(IReadOnlyList<InventoryReading> readings, IDialog dialog)
    {
        var saved = new List<InventoryReading>();
        var left = new List<LeftOutServer>();
        foreach (var reading in readings)
        {
            if (reading.VCenter.InstanceUuid is { } id && saved.Find(each => each.VCenter.InstanceUuid == id) is { } same)
            {
                dialog.Complain($"{reading.VCenter.Server} is the same vCenter as {same.VCenter.Server}: it is left out");
                left.Add(new LeftOutServer(reading.VCenter.Server, same.VCenter.Server));
                continue;
            }

            saved.Add(reading);
        }

        return (saved, left.Count == 0 ? null : left);
    }
}
