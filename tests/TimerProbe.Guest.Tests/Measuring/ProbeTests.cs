namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>The probes beside the verdict, on this machine's clocks.</summary>
public sealed class ProbeTests
{
    [Fact]
    public void A_processor_that_does_not_exist_has_no_figures()
    {
        using var clocks = ClockSet.Open(useStub: true);
        var facts = PerProcessorProbe.Measure(clocks.All, [new LogicalProcessor(0, 4000)], CancellationToken.None);
        Assert.Null(Assert.Single(facts).PreciseTimeNs);
    }

    [Theory]
    [InlineData(1, new[] { 1 })]
    [InlineData(2, new[] { 1, 2 })]
    [InlineData(6, new[] { 1, 2, 4, 6 })]
    [InlineData(8, new[] { 1, 2, 4, 8 })]
    public void Threads_double_up_to_all_processors(int processors, int[] expected) => Assert.Equal(expected, ScalingProbe.ThreadCounts(processors));

    [Theory]
    [InlineData(true, new[] { 1, 0.5, 0.25 })]
    [InlineData(false, new double[] { 1, 1, 1 })]
    public void Only_calls_that_wait_for_each_other_do_not_scale(bool shared, double[] efficiencies)
    {
        // Processors that do not exist: the threads run where they are.
        var facts = ScalingProbe.Measure(
            new PricedCalls(shared), [.. Enumerable.Range(4000, 4).Select(number => new LogicalProcessor(0, number))],
                CancellationToken.None);
        Assert.Equal([1, 2, 4], facts.Select(fact => fact.Threads));
        Assert.Equal(efficiencies, facts.Select(fact => fact.Efficiency));
        Assert.Equal(efficiencies.Select((efficiency, index) => (long)(efficiency * (1 << index) * 10_000_000)), facts.Select(fact => fact.CallsPerSecond));
    }

    /// <summary>Calls of 100 ns each; shared ones take turns, as reads of one platform timer do, and cost as much more as there are threads.</summary>
    private sealed class PricedCalls(bool shared) : ITimedCalls
    {
        private readonly HashSet<Thread> _callers = [];

        public Duration Run(int calls)
        {
            lock (_callers)
            {
                // The threads of a round find their batches' length before any records one; those of earlier rounds have ended.
                if (_callers.Add(Thread.CurrentThread))
                {
                    _callers.RemoveWhere(thread => !thread.IsAlive);
                }

                return new Duration(100.0 * calls * (shared ? _callers.Count : 1));
            }
        }
    }
}
