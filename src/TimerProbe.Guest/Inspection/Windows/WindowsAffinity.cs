using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

[SupportedOSPlatform("windows")]
internal static unsafe class WindowsAffinity
{
    private const int MostGroups = 64;

    public static IReadOnlyList<LogicalProcessor> Allowed() =>
        ProcessorGroupParser.Allowed(ProcessorGroupParser.ActiveMasks(Groups()), OwnGroups(), OwnMask());

    public static int? Online() => Kernel32.GetActiveProcessorCount(Kernel32.AllProcessorGroups) is var count and > 0 ? (int)count : null;

    public static Reading<IDisposable> Pin(LogicalProcessor processor)
    {
        if (processor is not { Group: >= 0 and <= ushort.MaxValue, Number: >= 0 and < 64 })
        {
            return Reading.Missing<IDisposable>($"there is no processor {processor.Number} in group {processor.Group}");
        }

        var wanted = new GroupAffinity { Mask = (nuint)1 << processor.Number, Group = (ushort)processor.Group };
        GroupAffinity former;
        return Kernel32.SetThreadGroupAffinity(Kernel32.GetCurrentThread(), &wanted, &former) != 0
            ? Reading.From<IDisposable>(new ThreadAffinityRestore(former))
            : Reading.Missing<IDisposable>(
                $"Windows does not let this thread run on processor {processor.Number} of group {processor.Group}: "
                + Marshal.GetLastPInvokeErrorMessage());
    }

    private static byte[] Groups()
    {
        uint length = 0;
        _ = Kernel32.GetLogicalProcessorInformationEx(Kernel32.RelationGroup, null, &length);
        var bytes = new byte[length];
        fixed (byte* buffer = bytes)
        {
            return Kernel32.GetLogicalProcessorInformationEx(Kernel32.RelationGroup, buffer, &length) != 0 ? bytes : [];
        }
    }

    private static IReadOnlyList<int> OwnGroups()
    {
        ushort count = MostGroups;
        var groups = new ushort[MostGroups];
        fixed (ushort* buffer = groups)
        {
            return Kernel32.GetProcessGroupAffinity(Kernel32.GetCurrentProcess(), &count, buffer) != 0
                ? [.. groups.Take(count).Select(number => (int)number)]
                : [0];
        }
    }

    private static ulong OwnMask()
    {
        nuint process = 0, system = 0;
        return Kernel32.GetProcessAffinityMask(Kernel32.GetCurrentProcess(), &process, &system) != 0 ? process : 0;
    }

    private sealed class ThreadAffinityRestore(GroupAffinity affinity) : IDisposable
    {
        public void Dispose()
        {
            var former = affinity;
            _ = Kernel32.SetThreadGroupAffinity(Kernel32.GetCurrentThread(), &former, null);
        }
    }
}
