namespace TimerProbe.Guest.Inspection;

internal static unsafe class WindowsAffinity
{
    private const int MaxGroups = 64;

    // GROUP_RELATIONSHIP as GetLogicalProcessorInformationEx fills it on 64-bit Windows.
    private const int ActiveGroupCountOffset = 10, FirstGroupOffset = 32, GroupLength = 48;
    private const int ActiveMaskOffset = 40;

    [SupportedOSPlatform("windows")]
    public static IReadOnlyList<LogicalProcessor> Allowed() => Allowed(ActiveMasks(Groups()), OwnGroups(), OwnMask());

    [SupportedOSPlatform("windows")]
    public static int? Online() => Win32.GetActiveProcessorCount(Win32.AllProcessorGroups) is var count and > 0 ? (int)count : null;

    [SupportedOSPlatform("windows")]
    public static Reading<Action> Pin(LogicalProcessor processor)
    {
        if (processor is not { Group: >= 0 and <= ushort.MaxValue, Number: >= 0 and < 64 })
        {
            return Reading.Missing<Action>($"there is no processor {processor.Number} in group {processor.Group}");
        }

        var wanted = new GroupAffinity { Mask = (nuint)1 << processor.Number, Group = (ushort)processor.Group };
        GroupAffinity former;
        var isPinned = Win32.SetThreadGroupAffinity(Win32.GetCurrentThread(), &wanted, &former) != 0;
        var before = former;
        return isPinned
            ? Reading.From<Action>(() => Restore(before))
            : Reading.Missing<Action>(
                $"Windows does not let this thread run on processor {processor.Number} of group {processor.Group}: "
                + Marshal.GetLastPInvokeErrorMessage());
    }

    /// <summary>The active processors of each group as bits, in the groups' order; empty when the bytes hold none.</summary>
    internal static IReadOnlyList<ulong> ActiveMasks(ReadOnlySpan<byte> bytes)
    {
        var masks = new List<ulong>();
        if (bytes.Length < FirstGroupOffset || BinaryPrimitives.ReadInt32LittleEndian(bytes) != Win32.RelationGroup)
        {
            return masks;
        }

        var count = BinaryPrimitives.ReadUInt16LittleEndian(bytes[ActiveGroupCountOffset..]);
        for (var i = 0; i < count && FirstGroupOffset + (i + 1) * GroupLength <= bytes.Length; i++)
        {
            masks.Add(BinaryPrimitives.ReadUInt64LittleEndian(bytes[(FirstGroupOffset + i * GroupLength + ActiveMaskOffset)..]));
        }

        return masks;
    }

    /// <summary>
    /// The processors a process may use. A mask is of one group only: a process that spans several has all active processors of
    /// each. Before Windows 11 and Server 2022 every process starts in one group, though its threads may be put into the others: one
    /// whose mask does not restrict it within its group has the processors of all groups.
    /// </summary>
    /// <param name="processMask">The process's mask; 0 when it spans several groups.</param>
    internal static IReadOnlyList<LogicalProcessor> Allowed(IReadOnlyList<ulong> activeMasks, IReadOnlyList<int> groups, ulong processMask)
    {
        if (groups is not [var only] || processMask == 0)
        {
            return Processors(groups, @group => activeMasks.ElementAtOrDefault(@group));
        }

        return activeMasks.ElementAtOrDefault(only) switch
        {
            0 => Processors(groups, _ => processMask),
            var active when active == processMask => Processors(Enumerable.Range(0, activeMasks.Count), @group => activeMasks[@group]),
            var active => Processors(groups, _ => processMask & active),
        };
    }

    [SupportedOSPlatform("windows")]
    private static byte[] Groups()
    {
        uint length = 0;
        _ = Win32.GetLogicalProcessorInformationEx(Win32.RelationGroup, null, &length);
        var bytes = new byte[length];
        fixed (byte* buffer = bytes)
        {
            return Win32.GetLogicalProcessorInformationEx(Win32.RelationGroup, buffer, &length) != 0 ? bytes : [];
        }
    }

    [SupportedOSPlatform("windows")]
    private static IReadOnlyList<int> OwnGroups()
    {
        ushort count = MaxGroups;
        var groups = new ushort[MaxGroups];
        fixed (ushort* buffer = groups)
        {
            return Win32.GetProcessGroupAffinity(Win32.GetCurrentProcess(), &count, buffer) != 0
                ? [.. groups.Take(count).Select(number => (int)number)]
                : [0];
        }
    }

    [SupportedOSPlatform("windows")]
    private static ulong OwnMask()
    {
        nuint process = 0, system = 0;
        return Win32.GetProcessAffinityMask(Win32.GetCurrentProcess(), &process, &system) != 0 ? process : 0;
    }

    private static IReadOnlyList<LogicalProcessor> Processors(IEnumerable<int> groups, Func<int, ulong> maskOf) =>
    [
        .. from @group in groups
           let mask = maskOf(@group)
           from number in Enumerable.Range(0, 64)
           where (mask >> number & 1) == 1
           select new LogicalProcessor(@group, number),
    ];

    [SupportedOSPlatform("windows")]
    private static void Restore(GroupAffinity former) => _ = Win32.SetThreadGroupAffinity(Win32.GetCurrentThread(), &former, null);
}
