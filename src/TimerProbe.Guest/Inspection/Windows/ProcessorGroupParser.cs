using System.Buffers.Binary;
using System.Numerics;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Understands GROUP_RELATIONSHIP as GetLogicalProcessorInformationEx fills it on 64-bit Windows.</summary>
internal static class ProcessorGroupParser
{
    private const int RelationGroup = 4;
    private const int ActiveGroupCountOffset = 10;
    private const int FirstGroupOffset = 32;
    private const int GroupLength = 48;
    private const int ActiveMaskOffset = 40;

    /// <summary>The active processors of each group as bits, in the groups' order; empty when the bytes tell none.</summary>
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
    /// The processors a process may use. Its own mask is of one group only: a process that spans several has all active
    /// processors of each.
    /// </summary>
    /// <param name="activeMasks">The active processors of each group.</param>
    /// <param name="groups">The groups the process is in.</param>
    /// <param name="processMask">The process's mask; 0 when it spans several groups.</param>
    public static IReadOnlyList<LogicalProcessor> Allowed(IReadOnlyList<ulong> activeMasks, IReadOnlyList<int> groups, ulong processMask) =>
    [
        .. from @group in groups
           let active = activeMasks.ElementAtOrDefault(@group)
           let mask = groups.Count == 1 && processMask != 0 ? processMask & (active == 0 ? ulong.MaxValue : active) : active
           from number in Enumerable.Range(0, 64)
           where (mask >> number & 1) == 1
           select new LogicalProcessor(@group, number),
    ];

    /// <summary>How many processors the masks hold.</summary>
    public static int Count(IReadOnlyList<ulong> masks) => masks.Sum(BitOperations.PopCount);
}
