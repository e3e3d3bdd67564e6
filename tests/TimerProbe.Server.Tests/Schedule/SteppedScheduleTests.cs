using Quartz;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>What is due when, after the clock of the store was set.</summary>
public sealed class SteppedScheduleTests
{
    private const string VCenter = "vc1.example.org";

    /// <summary>A Monday.</summary>
    private static readonly DateTimeOffset Start = new(2026, 11, 30, 9, 2, 0, TimeSpan.Zero);

    /// <summary>Minutes by which the clock is set, and how many it is at most until the next scan after it is noticed.</summary>
    [Theory]
    [InlineData("15m", -60, 16)]
    [InlineData("15m", -40 * 24 * 60, 16)]
    [InlineData("15m", -1, 16)]
    [InlineData("24h", -40 * 24 * 60, (24 * 60) + 1)]
    [InlineData("0 0/10 * * * ?", -60, 11)]
    [InlineData("0 0/10 8-18 ? * MON-FRI", -60, 11)]
    [InlineData("0 0 3 ? * MON-FRI", -40 * 24 * 60, (72 * 60) + 1)]
    [InlineData("0 0 3 ? * MON-FRI", 60, 24 * 60)]
    [InlineData("15m", 40 * 24 * 60, 0)]
    public async Task A_next_run_is_never_further_away_than_the_schedule_has_it(string schedule, int minutes, int most)
    {
        await using var node = await Node.StartAsync(schedule);
        var before = await node.NextAsync();

        node.Clock.Set(node.Clock.GetUtcNow().AddMinutes(minutes));
        await node.Time.MeasureAsync(node.Store, Cancel);
        await node.Schedule.ReviewAsync(Cancel);

        var next = await node.NextAsync();
        Assert.True(next <= node.Clock.GetUtcNow().AddMinutes(most), $"{next:O}");
        Assert.True(minutes < -1 || next == before, "what is due as before is left alone");
    }

    [Fact]
    public async Task A_scan_that_somebody_asked_for_is_done_though_the_clock_was_set_back_before_it_began()
    {
        await using var node = await Node.StartAsync("24h");
        Assert.True(await node.Schedule.BeginAsync(VCenter, Cancel));

        node.Clock.Set(node.Clock.GetUtcNow().AddHours(-1));
        await node.Time.MeasureAsync(node.Store, Cancel);
        await node.Schedule.ReviewAsync(Cancel);

        var scheduler = await node.Scheduler.GetAsync(Cancel);
        Assert.Equal(node.Clock.GetUtcNow(), (await scheduler.GetTrigger(new TriggerKey(VCenter, "once"), Cancel))!.NextFireTimeUtc);
    }

    /// <summary>The scheduler of this test is never started.</summary>
    [Fact]
    public async Task What_is_due_and_does_not_begin_is_named_by_the_second_review()
    {
        await using var node = await Node.StartAsync("15m");
        node.Clock.Pass(TimeSpan.FromMinutes(22));
        Assert.Empty(await node.Schedule.ReviewAsync(Cancel));
        Assert.Equal([VCenter], await node.Schedule.ReviewAsync(Cancel));
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(59, null)]
    [InlineData(-59, null)]
    [InlineData(3_600, "was set ahead by 60 minutes at 2026-11-30 11:02 UTC")]
    [InlineData(-7_200, "was set back by 2 hours at 2026-11-30 08:02 UTC")]
    [InlineData(40 * 86_400, "was set ahead by 40 days at 2027-01-09 10:02 UTC")]
    public async Task A_step_of_more_than_a_minute_is_noticed_and_until_then_no_clock_but_the_time_that_passes_counts(
        int seconds, string? says)
    {
        var clock = new SteppedTime(Start);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = clock });
        var time = new StoreTime(clock);
        await time.MeasureAsync(store, Cancel);

        clock.Pass(TimeSpan.FromHours(1));
        clock.Set(clock.GetUtcNow().AddSeconds(seconds));

        Assert.Equal(Start.AddHours(1), time.GetUtcNow());
        Assert.Equal(TimeSpan.Zero, await time.MeasureAsync(store, Cancel));
        Assert.Equal((says, clock.GetUtcNow()), (time.LastStep, time.GetUtcNow()));
        await time.MeasureAsync(store, Cancel);
        Assert.Equal(says, time.LastStep);
    }

    [Fact]
    public async Task A_database_whose_clock_is_another_is_no_step_and_the_clock_of_the_node_that_is_set_is_none_of_its_scheduler()
    {
        var clock = new SteppedTime(Start);
        await using var store = await TestStore.OpenNewAsync(Engine.Postgres, new StoreOptions { Time = clock });
        var time = new StoreTime(clock);
        await time.MeasureAsync(store, Cancel);
        var before = time.GetUtcNow();

        clock.Set(clock.GetUtcNow().AddDays(40));

        Assert.Equal(before, time.GetUtcNow());
        Assert.True(await time.MeasureAsync(store, Cancel) > TimeSpan.FromDays(30));
        Assert.InRange(time.GetUtcNow() - before, TimeSpan.Zero, TimeSpan.FromMinutes(5));
        Assert.Null(time.LastStep);
    }

    /// <summary>The schedule of a node on a store in a file, whose scheduler is not started.</summary>
    private sealed class Node : IAsyncDisposable
    {
        private readonly TestStore _place;

        private Node(TestStore place, FleetStore store, SteppedTime clock, ServerContext context)
        {
            (_place, Store, Clock, Time) = (place, store, clock, new StoreTime(clock));
            Scheduler = new ScanScheduler(context, Time, new RunningScans(), NullLoggerFactory.Instance, new DigestMaker(context, latest: null!, past: null!));
            Schedule = new ScanSchedule(context, Scheduler, Time);
        }

        public FleetStore Store { get; }

        public SteppedTime Clock { get; }

        public StoreTime Time { get; }

        public ScanScheduler Scheduler { get; }

        public ScanSchedule Schedule { get; }

        /// <summary>One that has scanned its vCenter already.</summary>
        public static async Task<Node> StartAsync(string schedule)
        {
            var place = await TestStore.NewAsync(Engine.Sqlite);
            var clock = new SteppedTime(Start);
            var store = await place.OpenAsync(new StoreOptions { Time = clock });
            await store.Scans.BeginAsync(VCenter, "one", Cancel);
            var (configuration, problems) = ConfigurationFile.Check("one.json", System.Text.Encoding.UTF8.GetBytes(
                $$"""{ "vcenters": [ { "server": "{{VCenter}}", "user": "scan" } ], "server": { "schedule": "{{schedule}}" } }"""));
            Assert.Empty(problems);
            var node = new Node(place, store, clock, new ServerContext(configuration, store, place: null, TestLog.None, clock));
            await node.Time.MeasureAsync(store, Cancel);
            await node.Schedule.ApplyAsync(Cancel);
            return node;
        }

        public async Task<DateTimeOffset> NextAsync() => (await Schedule.ReadNextAsync(Cancel))[VCenter]!.Value;

        public async ValueTask DisposeAsync()
        {
            Schedule.Dispose();
            await Scheduler.DisposeAsync();
            await Store.DisposeAsync();
            await _place.DisposeAsync();
        }
    }
}
