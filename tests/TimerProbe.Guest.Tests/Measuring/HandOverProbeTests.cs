namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>The counters of processors, made up over the real one.</summary>
public sealed class HandOverProbeTests
{
    private static readonly IReadOnlyList<LogicalProcessor> Allowed = ProcessorTopology.Allowed();

    [Fact]
    public void Counters_in_step_are_not_apart()
    {
        Assert.SkipUnless(Allowed.Count > 1, "it takes two processors");
        Assert.Equal(0, Measure(() => 0)!.Value.Apart.Nanoseconds);
    }

    [Theory]
    [InlineData(1_000_000)]
    [InlineData(-1_000_000)]
    [InlineData(3_600_000_000_000)]
    public void A_processor_whose_counter_is_ahead_or_behind_is_named_with_the_amount(long ns)
    {
        Assert.SkipUnless(Allowed.Count > 1, "it takes two processors");
        var gap = Measure(() => Environment.CurrentManagedThreadId == _first ? 0 : ns)!.Value;
        Assert.Equal(Allowed[1], gap.Other);
        Assert.InRange(gap.Apart.Nanoseconds, Math.Abs(ns) * 0.5, Math.Abs(ns));
    }

    [Fact]
    public void One_processor_has_none_to_be_compared_with() =>
        Assert.Null(HandOverProbe.Measure(() => 0, new Duration(1), [Allowed[0]], CancellationToken.None));

    private int _first;

    /// <summary>The thread that reads first has the one counter, the other thread the other.</summary>
    private (LogicalProcessor Other, Duration Apart)? Measure(Func<long> ahead) => HandOverProbe.Measure(
        () =>
        {
            Interlocked.CompareExchange(ref _first, Environment.CurrentManagedThreadId, 0);
            return TimeProvider.System.GetTimestamp() * (1_000_000_000 / TimeProvider.System.TimestampFrequency) + ahead();
        },
        new Duration(1),
        [.. Allowed.Take(2)],
        CancellationToken.None);
}
