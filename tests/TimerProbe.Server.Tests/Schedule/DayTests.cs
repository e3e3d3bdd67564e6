namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A node does the work of a day in minutes, by <c>tests/compare-server day</c>, and otherwise that of two hours.</summary>
[Trait("Run", "all")]
public sealed class DayTests
{
    private const int WholeDay = 24;
    private const int VCenters = 12;
    private const int MachinesOfEach = 250;
    private const int GuestsEachHour = 200;
    private const int Rests = 4;
    private const string Often = "0/10 * * * * ?";
    private const string Never = "0 0 0 1 1 ?";
    private static readonly string[] Pages = ["/", "/clusters", "/machines", "/machines?placement=away&sort=-ppm", "/findings", "/scans", "/nodes", "/alerts", "/metrics", "/api/v1/machines"];

    private static int Hours => int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_DAY_HOURS") ?? "2", CultureInfo.InvariantCulture);

    [Fact]
    public async Task Its_memory_is_as_flat_as_its_day_is_long()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, VCenters, MachinesOfEach);
        var node = await fleet.StartProcessAsync("day");
        await using var store = await fleet.Place.OpenAsync();
        using var reader = node.Client(node.Token);
        using var guests = node.Client(await fleet.Place.TokenAsync());
        var rested = new List<long>();
        var hours = Hours;
        for (var hour = 1; hour <= hours; hour++)
        {
            await fleet.UntilScannedAsync(store, VCenters);
            for (var guest = 0; guest < GuestsEachHour; guest++)
            {
                Assert.Equal(HttpStatusCode.Created, await guests.PostAsync(Submission.Json(Submission.Check($"GUEST{guest:D3}"))));
            }

            foreach (var page in Pages)
            {
                using var answer = await reader.GetAsync(page, Cancel);
                Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
            }

            TestContext.Current.SendDiagnosticMessage($"hour {hour,2}: {node.OwnKilobytes / 1024:N0} MiB at work");
            if (hour % Math.Max(hours / Rests, 1) == 0)
            {
                (fleet.Schedule, var least) = (Never, long.MaxValue);
                fleet.Configure("day");
                for (var looks = 0; looks < 20; looks++)
                {
                    await Task.Delay(TimeSpan.FromSeconds(1), Cancel);
                    least = Math.Min(least, node.OwnKilobytes);
                }

                rested.Add(least);
                TestContext.Current.SendDiagnosticMessage($"at rest: {least / 1024:N0} MiB");
                fleet.Schedule = Often;
                fleet.Configure("day");
            }
        }

        // What is compiled and remembered for good comes in the first hours.
        Assert.True(rested[^1] < rested[0] * (hours < WholeDay ? 3 : 1.2), string.Join(", ", rested));
    }
}
