using FsCheck;
using FsCheck.Fluent;
using TimerProbe.Fleet.Store.Chunks;

namespace TimerProbe.Fleet.Tests.Store;

public sealed class ChunkTests
{
    [Fact]
    public void A_list_that_says_it_is_longer_than_any_is_none()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Null(ChunkList.Unpack([.. BitConverter.GetBytes(int.MaxValue), .. new byte[100_000]]));
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 10 << 20);
    }

    [Fact]
    public void The_pieces_are_the_whole_and_none_is_too_long_or_too_short() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        seed =>
        {
            var random = new Random(seed);
            var bytes = Text(random, random.Next(300_000));
            var ranges = ContentCutter.Cut(bytes).Select(range => range.GetOffsetAndLength(bytes.Length)).ToList();
            return ranges.Sum(range => range.Length) == bytes.Length
                && ranges.Zip(ranges.Skip(1)).All(pair => pair.First.Offset + pair.First.Length == pair.Second.Offset)
                && ranges.SkipLast(1).All(range => range.Length is >= ContentCutter.Shortest and <= ContentCutter.Longest);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_change_in_one_place_changes_few_pieces() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        seed =>
        {
            var random = new Random(seed);
            var before = Text(random, 400_000);
            var place = random.Next(before.Length);
            byte[] after = [.. before[..place], .. Text(random, random.Next(50)), .. before[place..]];
            var known = new CutDocument(before).Hashes.ToHashSet();
            return new CutDocument(after).Hashes.Count(hash => !known.Contains(hash)) <= 8;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Equal_bytes_are_long_pieces() =>
        Assert.Equal([65_536, 65_536, 3], ContentCutter.Cut(new byte[(2 * 65_536) + 3]).Select(range => range.End.Value - range.Start.Value));

    [Fact]
    public void A_list_is_read_as_it_was_packed() => Prop.ForAll(
        ArbMap.Default.ArbFor<long[]>(), ids => ChunkList.Unpack(ChunkList.Pack(ids)) is { } read && read.SequenceEqual(ids)).QuickCheckThrowOnFailure();

    [Fact]
    public void Bytes_that_are_no_list_are_none_and_never_an_error() => Prop.ForAll(
        ArbMap.Default.ArbFor<byte[]>(),
        bytes =>
        {
            ChunkList.Unpack(bytes);
            return true;
        }).QuickCheckThrowOnFailure();

    private static byte[] Text(Random random, int length)
    {
        var bytes = new byte[length];
        for (var i = 0; i < length; i++)
        {
            bytes[i] = (byte)"{}\": ,0123456789abcdefghijklmnopqrstuvwxyz"[random.Next(42)];
        }

        return bytes;
    }
}
