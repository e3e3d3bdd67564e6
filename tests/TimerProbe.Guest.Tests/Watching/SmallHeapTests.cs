namespace TimerProbe.Guest.Tests.Watching;

public sealed class SmallHeapTests
{
    [Fact]
    public void What_is_left_behind_is_collected_before_it_is_much()
    {
        var heap = new SmallHeap();
        var before = GC.CollectionCount(1);
        for (var sample = 0; sample < 100; sample++)
        {
            GC.KeepAlive(new byte[SmallHeap.Allowed / 20]);
            heap.Tidy();
        }

        Assert.True(GC.CollectionCount(1) >= before + 4, $"collected {GC.CollectionCount(1) - before} times");
    }
}
