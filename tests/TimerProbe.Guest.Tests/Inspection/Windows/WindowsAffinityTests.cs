namespace TimerProbe.Guest.Tests.Inspection.Windows;

public class WindowsAffinityTests
{
    [Fact]
    public void Each_group_tells_its_active_processors() => Assert.Equal([ulong.MaxValue, 0xFFul], WindowsAffinity.ActiveMasks(Groups(ulong.MaxValue, 0xFF)));

    [Fact]
    public void Only_groups_that_are_all_there_count()
    {
        var bytes = Groups(1, 2);
        Assert.Equal([1ul], WindowsAffinity.ActiveMasks(bytes.AsSpan(0, bytes.Length - 1)));
        Assert.Empty(WindowsAffinity.ActiveMasks(bytes.AsSpan(0, 31)));
        Assert.Equal([1ul], WindowsAffinity.ActiveMasks([.. Groups(1), .. bytes]));
        bytes[0] = 3;
        Assert.Empty(WindowsAffinity.ActiveMasks(bytes));
    }

    [Fact]
    public void A_processor_that_is_not_active_is_not_allowed() => Assert.Equal([new LogicalProcessor(0, 1)], WindowsAffinity.Allowed([0b0110], [0], 0b1010));

    [Fact]
    public void A_process_in_one_group_has_the_processors_of_its_mask() => Assert.Equal(
        [new LogicalProcessor(1, 1), new LogicalProcessor(1, 3)], WindowsAffinity.Allowed([ulong.MaxValue, 0xFF], [1], 0b1010));

    [Fact]
    public void A_process_that_was_put_into_one_group_and_restricted_no_further_has_all_groups()
    {
        var allowed = WindowsAffinity.Allowed([ulong.MaxValue, 0xFF], [0], ulong.MaxValue);
        Assert.Equal(72, allowed.Count);
        Assert.Equal(new LogicalProcessor(1, 7), allowed[^1]);
        Assert.Equal(allowed, WindowsAffinity.Allowed([ulong.MaxValue, 0xFF], [1], 0xFF));
    }

    [Fact]
    public void A_process_over_several_groups_has_all_of_them()
    {
        var allowed = WindowsAffinity.Allowed([ulong.MaxValue, 0xFF], [0, 1], 0);
        Assert.Equal(72, allowed.Count);
        Assert.Equal(new LogicalProcessor(1, 7), allowed[^1]);
    }

    [Fact]
    public void Where_the_groups_are_not_told_the_mask_counts() =>
        Assert.Equal([new LogicalProcessor(0, 0), new LogicalProcessor(0, 1)], WindowsAffinity.Allowed([], [0], 0b11));

    [Fact]
    public void A_group_that_is_not_there_has_no_processors() => Assert.Empty(WindowsAffinity.Allowed([0xFF], [3, 4], 0));

    [Fact]
    public void No_bytes_make_it_throw() => Garbage.NeverThrows(
        Groups(0xFF, 0x0F), bytes => WindowsAffinity.Allowed(WindowsAffinity.ActiveMasks(bytes), [0, 1, 70_000], 0b1010));

    private static byte[] Groups(params ulong[] masks)
    {
        var bytes = new byte[32 + 48 * masks.Length];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, 4);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), bytes.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(8), (ushort)masks.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(10), (ushort)masks.Length);
        for (var i = 0; i < masks.Length; i++)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(32 + 48 * i + 40), masks[i]);
        }

        return bytes;
    }
}
