using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Sets the processor of the calling thread: SetThreadGroupAffinity.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class WindowsThreadAffinity
{
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
                $"Windows does not let this thread run on processor {processor.Number} of group {processor.Group}: " +
                Marshal.GetLastPInvokeErrorMessage());
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
