namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What a retention removes from a store in a file while the clock of its machine is wrong: a file has no other.</summary>
public sealed class RetentionClockTests
{
    private static readonly DateTimeOffset Start = SampleFleet.Start;
    private static readonly VCenterFacts Fleet = SampleFleet.VCenter(machines: 1);

    /// <summary>Scans by the days that the clock shows, each followed by the removal of what is older than 400 days.</summary>
    [Theory]
    [InlineData("right", "0 100 390 401 410", "100 390 401 410", 9)]
    [InlineData("500 days ahead once", "0 100 399 400 900", "0 100 399 400 900", 500)]
    [InlineData("500 days ahead for some runs", "0 100 399 400 900 900.5 906.9", "0 100 399 400 900 900.5 906.9", 506)]
    [InlineData("ahead, then mended", "0 100 399 400 900 401 408 409", "100 399 400 900 401 408 409", 8)]
    [InlineData("ahead by so much for a week: it is believed", "0 400 900 901 908", "900 901 908", 7)]
    [InlineData("unused for a year", "0 10 400 765 766", "0 10 400 765 766", 366)]
    [InlineData("unused for a year, and used again for a week", "0 10 400 765 773", "400 765 773", 8)]
    [InlineData("behind by more than the retention", "0 10 400 -500 402 410", "10 400 -500 402 410", 8)]
    [InlineData("what was saved behind goes with what was saved before it", "0 10 400 -500 402 820 830", "820 830", 10)]
    [InlineData("ahead by as much twice", "0 30 399 400 440 401 420 461", "30 399 400 440 401 420 461", 41)]
    [InlineData("a time that was ahead once and has come", "0 100 300 102 120 510 520", "300 102 120 510 520", 10)]
    [InlineData("and what was saved after it goes with it", "0 100 300 102 120 510 520 710 720 920 930", "520 710 720 920 930", 10)]
    public async Task A_clock_that_is_wrong_for_less_than_a_week_removes_nothing_that_is_younger(
        string clock, string saved, string kept, int ahead)
    {
        var time = new SteppedTime(Start);
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync(new StoreOptions { Time = time });
        var days = new Dictionary<string, string>();
        var pruned = new PrunedRuns();
        foreach (var day in saved.Split(' '))
        {
            time.Set(Start.AddDays(double.Parse(day, CultureInfo.InvariantCulture)));
            var document = SampleFleet.Scan(time.GetUtcNow(), Fleet);
            days[document.Id.ToString()] = day;
            await store.SaveAsync(document, new SaveOptions { IsClaimed = true }, Cancel);
            pruned = await store.PruneAsync(TimeSpan.FromDays(400), Cancel);
        }

        Assert.Equal((clock, kept), (clock, string.Join(' ', (await RunsAsync(place)).Select(run => days[run.Id]))));
        Assert.Equal(ahead, (int)pruned.ClockAhead.TotalDays);
    }

    [Fact]
    public async Task Beside_a_database_its_own_clock_counts()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        var now = TimeProvider.System.GetUtcNow();
        foreach (var days in new[] { 500, 399, 9 })
        {
            await store.SaveAsync(SampleFleet.Scan(now.AddDays(-days), Fleet), cancellationToken: Cancel);
        }

        await using var ahead = await place.OpenAsync(new StoreOptions { Time = new OffsetTime(TimeSpan.FromDays(500)) });
        var pruned = await ahead.PruneAsync(TimeSpan.FromDays(400), Cancel);

        Assert.Equal((1, 9), (pruned.Runs, (int)pruned.ClockAhead.TotalDays));
    }

    [Fact]
    public async Task A_short_retention_keeps_at_most_twice_as_long()
    {
        var time = new SteppedTime(Start);
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync(new StoreOptions { Time = time });
        for (var hour = 0; hour < 40; hour++)
        {
            await store.SaveAsync(SampleFleet.Scan(time.GetUtcNow(), Fleet), new SaveOptions { IsClaimed = true }, Cancel);
            time.Pass(TimeSpan.FromHours(1));
        }

        await store.PruneAsync(TimeSpan.FromHours(12), Cancel);

        Assert.Equal(24, (await RunsAsync(place)).Count);
    }

    /// <summary>
    /// A store lives for weeks to years; its machine's clock is right at first and at the end, and in between once to four times wrong by
    /// minutes to years, ahead or behind, each time for less than a week.
    /// </summary>
    [Fact]
    public async Task No_run_that_is_younger_than_the_retention_is_lost_by_a_clock_that_steps()
    {
        var counts = new int[3];
        for (var seed = 0; seed < Cases.Of(40); seed++)
        {
            var life = await LivedStore.LiveAsync(seed, Cancel);
            Assert.True(life.Lost.Count + life.Stuck.Count == 0, $"seed {seed}: {life.Lost.Concat(life.Stuck).FirstOrDefault()}");
            (counts[0], counts[1], counts[2]) = (counts[0] + life.Steps, counts[1] + life.Runs, counts[2] + life.Removed);
        }

        TestContext.Current.SendDiagnosticMessage($"{counts[0]:N0} steps, {counts[1]:N0} runs, {counts[2]:N0} removed");
        Assert.All(counts, count => Assert.NotEqual(0, count));
    }

    internal static async Task<IReadOnlyList<(string Id, bool HasDocument)>> RunsAsync(TestStore place)
    {
        await using var connection = new SqliteConnection($"Data Source={place.Text};Pooling=False");
        await connection.OpenAsync(Cancel);
        await using var command = connection.CreateCommand();
        command.CommandText = "SELECT document_id, document IS NOT NULL FROM run ORDER BY id";
        await using var reader = await command.ExecuteReaderAsync(Cancel);
        var runs = new List<(string, bool)>();
        while (await reader.ReadAsync(Cancel))
        {
            runs.Add((reader.GetString(0), reader.GetBoolean(1)));
        }

        return runs;
    }

    /// <summary>The life of one store, and what it must not have lost by the true time.</summary>
    private sealed class LivedStore
    {
        private static readonly TimeSpan Week = TimeSpan.FromDays(7);

        public List<string> Lost { get; } = [];

        public List<string> Stuck { get; } = [];

        public int Steps { get; private set; }

        public int Runs { get; private set; }

        public int Removed { get; private set; }

        public static async Task<LivedStore> LiveAsync(int seed, CancellationToken cancellationToken)
        {
            var random = new Random(seed);
            var life = new LivedStore();
            var retention = TimeSpan.FromDays((double[])[3, 10, 30, 90, 400] is var all ? all[random.Next(all.Length)] : 0);
            var interval = TimeSpan.FromHours(Math.Max(2, retention.TotalHours / random.Next(8, 30)));
            var (truth, time) = (Start, new SteppedTime(Start));
            await using var place = await TestStore.NewAsync(Engine.Sqlite);
            await using var store = await place.OpenAsync(new StoreOptions { Time = time });
            var saved = new List<(string Id, DateTimeOffset At)>();
            var (offset, until, shown) = (TimeSpan.Zero, Start, Start);
            var steps = random.Next(1, 5);
            var runs = random.Next(20, 60);
            for (var run = 0; run < runs; run++)
            {
                truth += interval * (0.5 + random.NextDouble());
                if (offset == TimeSpan.Zero && random.Next(40) == 0)
                {
                    truth += retention * 1.2;
                }
                else if (offset != TimeSpan.Zero)
                {
                    offset = truth < until ? offset : TimeSpan.Zero;
                }
                else if (run > 0 && life.Steps < steps && random.Next(runs / 4) == 0 && run < runs - 3)
                {
                    (offset, until) = (Step(random), truth + (MaxLength(retention) * random.NextDouble()));
                    life.Steps++;
                }

                time.Set(truth + offset);
                var document = SampleFleet.Scan(time.GetUtcNow(), Fleet);
                // One whose clock is behind, and yet after the one before, cannot be told from one of that time.
                saved.Add((document.Id.ToString(), offset < TimeSpan.Zero && time.GetUtcNow() > shown ? time.GetUtcNow() : truth));
                shown = time.GetUtcNow();
                await store.SaveAsync(document, new SaveOptions { IsClaimed = true }, cancellationToken);
                await store.PruneAsync(retention, cancellationToken);
                life.Look(saved, truth, retention, await RunsAsync(place));
            }

            await life.EndAsync(store, place, time, (truth, retention), saved);
            return life;
        }

        /// <summary>It is right for as long as it takes that everything is old: nothing stays for ever.</summary>
        private async Task EndAsync(FleetStore store, TestStore place, SteppedTime time,
            (DateTimeOffset Truth, TimeSpan Retention) end, List<(string Id, DateTimeOffset At)> saved)
        {
            for (var part = 1; part <= 5; part++)
            {
                time.Set(end.Truth + TimeSpan.FromDays(700) + (end.Retention * part) + (Week * part));
                await store.SaveAsync(SampleFleet.Scan(time.GetUtcNow(), Fleet), new SaveOptions { IsClaimed = true }, Cancel);
                await store.PruneAsync(end.Retention, Cancel);
            }

            var left = (await RunsAsync(place)).Select(run => run.Id).ToHashSet();
            Stuck.AddRange(saved.Where(run => left.Contains(run.Id)).Select(run => $"{run.At:O} is still there"));
            Runs = saved.Count;
        }

        private void Look(List<(string Id, DateTimeOffset At)> saved, DateTimeOffset truth, TimeSpan retention,
            IReadOnlyList<(string Id, bool HasDocument)> there)
        {
            var left = there.ToDictionary(run => run.Id, run => run.HasDocument);
            Removed = saved.Count - left.Count;
            Lost.AddRange(saved.Where(run => truth - run.At <= retention && !left.ContainsKey(run.Id)).Select(run => $"{run.At:O} at {truth:O}"));
        }

        private static TimeSpan MaxLength(TimeSpan retention) => retention < Week ? retention : Week;

        private static TimeSpan Step(Random random) => (random.Next(2) == 0 ? 1 : -1) * (random.Next(4) switch
        {
            0 => TimeSpan.FromHours(1),
            1 => TimeSpan.FromDays(40),
            2 => TimeSpan.FromDays(500),
            _ => TimeSpan.FromMinutes(Math.Exp(random.NextDouble() * 13.6)),
        });
    }
}
