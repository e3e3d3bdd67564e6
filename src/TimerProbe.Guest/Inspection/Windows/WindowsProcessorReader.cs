using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads the processor groups of the machine and those of this process.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class WindowsProcessorReader
{
    private const int MostGroups = 64;

    public static IReadOnlyList<LogicalProcessor> Allowed() =>
        ProcessorGroupParser.Allowed(ProcessorGroupParser.ActiveMasks(Groups()), OwnGroups(), OwnMask());

    public static int? Online() => Kernel32.GetActiveProcessorCount(Kernel32.AllProcessorGroups) is var count and > 0 ? (int)count : null;

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
}
