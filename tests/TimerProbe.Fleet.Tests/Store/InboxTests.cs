using System.Text;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What waits in a store until it is taken in.</summary>
public sealed class InboxTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_is_handed_in_beside_whoever_writes_also_while_it_is_being_taken_in()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        var document = Document(SampleGuest.Check("DB01", uuid: null, At, ClockState.Slow));
        await store.Database.WriteAsync(
            async _ =>
            {
                Assert.Equal([true], await store.Inbox.AddAsync([(document, "a guest")], Cancel));
                return true;
            },
            Cancel);
        await store.Database.WriteAsync(
            async session =>
            {
                var id = await session.FirstAsync("inbox-first", row => row.Long(0));
                Assert.Equal(1, await session.ExecuteAsync("inbox-taken", ("id", id)));
                Assert.Equal([false], await store.Inbox.AddAsync([(document, "a guest")], Cancel).WaitAsync(TimeSpan.FromMinutes(1), Cancel));
                return true;
            },
            Cancel);
        Assert.Equal(0, await store.Inbox.CountAsync(Cancel));
    }

    [Fact]
    public async Task An_older_program_leaves_alone_what_a_watch_found()
    {
        const string asked = "SELECT kind FROM inbox WHERE refused IS NULL ORDER BY id";
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        await store.Inbox.AddAsync([(Document(Found("WATCHED", ClockState.Healthy, ClockState.Slow)), "one"), (Document(SampleGuest.Check("DB01", uuid: null, At, ClockState.Slow)), "one")], Cancel);

        Assert.Equal(["check"], await store.Database.ReadAsync(session => session.QueryTextAsync(asked, row => row.Text(0)), Cancel));
        Assert.Equal((2, 0), await store.Inbox.MeasureAsync(Cancel) is var waiting ? (waiting.Waiting, waiting.Refused) : default);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_run_that_is_saved_leaves_it_to_the_node_of_a_server(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.Inbox.AddAsync([(Document(SampleGuest.Check("DB01", uuid: null, At, ClockState.Slow)), "a guest")], Cancel);
        await using (await store.Inbox.ClaimAsync("one", begins: true, Cancel))
        {
            await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 2)), cancel: Cancel);
            Assert.Equal(1, await store.Inbox.CountAsync(Cancel));
        }

        await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), SampleFleet.VCenter(machines: 2)), cancel: Cancel);
        Assert.Equal(0, await store.Inbox.CountAsync(Cancel));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_run_that_is_saved_takes_it_in_where_no_server_did(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var found = Found("WATCHED", ClockState.Healthy, ClockState.Slow);
        var twice = Document(SampleGuest.Check("DB01", uuid: null, At, ClockState.Slow));
        Assert.Equal([true, true, false], await store.Inbox.AddAsync([(twice, "one"), (Document(found), "one"), (twice, "two")], Cancel));

        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 2)), cancel: Cancel);

        Assert.Equal(0, await store.Inbox.CountAsync(Cancel));
        Assert.Equal(2, (await store.Runs.ListAsync(new RunQuery(), Cancel)).Count);
        var guest = Assert.Single(await store.History.FindGuestsAsync("WATCHED", Cancel));
        Assert.Equal("slow", Assert.Single((await store.History.ReadAsync(guest, TimeWindow.Everything, Cancel)).Changes).Later);
        Assert.Equal([false, false], await store.Inbox.AddAsync([(twice, "one"), (Document(found), "one")], Cancel));
    }

    [Theory]
    [InlineData("DB01", null, true)]
    [InlineData("db01", null, true)]
    [InlineData("DB02", null, false)]
    [InlineData(null, "42220000-0000-0000-0000-000000000001", true)]
    [InlineData(null, "00002242-0000-0000-0000-000000000001", true)]
    [InlineData(null, "42220000-0000-0000-0000-000000000002", false)]
    [InlineData("DB02", "42220000-0000-0000-0000-000000000001", false)]
    public void It_is_of_one_machine(string? machine, string? uuid, bool isOf)
    {
        var found = Found("DB01", ClockState.Slow) with { SmbiosUuid = "42220000-0000-0000-0000-000000000001" };

        Assert.Equal(isOf, Document(found).IsOf(machine, uuid));
        Assert.False(Document(found with { SmbiosUuid = null }).IsOf("DB01", "42220000-0000-0000-0000-000000000001"));
    }

    private static InboxDocument Document(CheckDocument check) => InboxDocument.Read(Encoding.UTF8.GetBytes(DocumentJson.Write(check)));

    private static InboxDocument Document(WatchFindings found)
    {
        var bytes = new MemoryStream();
        found.Write(bytes);
        return InboxDocument.Read(bytes.ToArray());
    }

    private static WatchFindings Found(string name, params ClockState[] states) => new(
        Guid.CreateVersion7(At), name, null, [.. states.Select((state, minute) => new GuestMeasurement { At = At.AddMinutes(minute), Source = MeasurementSource.Watch, State = state, Cause = ClockCause.None })], []);
}
