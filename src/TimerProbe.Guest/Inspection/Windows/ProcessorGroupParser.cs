using System.Buffers.Binary;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Understands GROUP_RELATIONSHIP as GetLogicalProcessorInformationEx fills it on 64-bit Windows.</summary>
internal static class ProcessorGroupParser
{
    private const int RelationGroup = 4;
    private const int ActiveGroupCountOffset = 10;
    private const int FirstGroupOffset = 32;
    private const int GroupLength = 48;
    private const int ActiveMaskOffset = 40;

    /// <summary>The active processors of each group as bits, in the groups' order; empty when the bytes hold none.</summary>
    public static IReadOnlyList<ulong> ActiveMasks(ReadOnlySpan<byte> bytes)
    {
        var masks = new List<ulong>();
        if (bytes.Length < FirstGroupOffset || BinaryPrimitives.ReadInt32LittleEndian(bytes) != RelationGroup)
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
    /// The processors a process may use. A mask is of one group only: a process that spans several has all active processors of each.
    /// Before Windows 11 and Server 2022 every process starts in one group, though its threads may be put into the others: one whose mask
    /// does not restrict it within its group has the processors of all groups.
    /// </summary>
    /// <param name="activeMasks">The active processors of each group.</param>
    /// <param name="groups">The groups the process is in.</param>
    /// <param name="processMask">The process's mask; 0 when it spans several groups.</param>
    public static IReadOnlyList<LogicalProcessor> Allowed(IReadOnlyList<ulong> activeMasks, IReadOnlyList<int> groups, ulong processMask)
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

    private static IReadOnlyList<LogicalProcessor> Processors(IEnumerable<int> groups, Func<int, ulong> maskOf) =>
    [
        .. from @group in groups
           let mask = maskOf(@group)
           from number in Enumerable.Range(0, 64)
           where (mask >> number & 1) == 1
           select new LogicalProcessor(@group, number),
    ];
}
