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
            var pieces = Pieces(stream => stream.Write(bytes));
            return pieces.SelectMany(piece => piece).SequenceEqual(bytes)
                && pieces.SkipLast(1).All(piece => piece.Length is >= ContentCutter.Shortest and <= ContentCutter.Longest);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void However_a_document_is_written_it_is_cut_alike() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        seed =>
        {
            var random = new Random(seed);
            var bytes = Text(random, random.Next(2_000_000));
            var inParts = Pieces(stream =>
            {
                for (var start = 0; start < bytes.Length;)
                {
                    var length = Math.Min(random.Next(1, 200_000), bytes.Length - start);
                    stream.Write(bytes, start, length);
                    start += length;
                }
            });
            return inParts.Select(piece => piece.Length).SequenceEqual(Pieces(stream => stream.Write(bytes)).Select(piece => piece.Length));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_piece_that_was_expected_to_be_there_and_is_not_is_written_again()
    {
        var bytes = Text(new Random(1), 100_000);
        var written = 0;
        var expected = new CutDocument(stream => stream.Write(bytes), new HashSet<string>()).Hashes.Skip(1).ToHashSet();

        var document = new CutDocument(stream => { written++; stream.Write(bytes); }, expected);
        var unpacked = document.Hashes.Select(hash => Compression.Unpack(document[hash].Packed, document[hash].Length)!).ToList();

        Assert.Equal(2, written);
        Assert.Equal(bytes.Length, document.Length);
        Assert.Equal(bytes, unpacked.SelectMany(piece => piece));
    }

    [Fact]
    public void A_change_in_one_place_changes_few_pieces() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        seed =>
        {
            var random = new Random(seed);
            var before = Text(random, 400_000);
            var place = random.Next(before.Length);
            byte[] after = [.. before[..place], .. Text(random, random.Next(50)), .. before[place..]];
            var known = Pieces(stream => stream.Write(before)).Select(Convert.ToHexString).ToHashSet();
            return Pieces(stream => stream.Write(after)).Count(piece => !known.Contains(Convert.ToHexString(piece))) <= 8;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Equal_bytes_are_long_pieces() =>
        Assert.Equal([65_536, 65_536, 3], Pieces(stream => stream.Write(new byte[(2 * 65_536) + 3])).Select(piece => piece.Length));

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

    private static List<byte[]> Pieces(Action<Stream> write)
    {
        var pieces = new List<byte[]>();
        using var stream = new CuttingStream(piece => pieces.Add(piece.ToArray()));
        write(stream);
        stream.End();
        return pieces;
    }

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
