namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What guests measured, as a scan joined it to machines.</summary>
public sealed class JoinedGuestTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Guests_new_and_known_have_what_was_joined_to_them(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleGuest.Check("vm00001", SampleFleet.Uuid(1), At.AddHours(-3), ClockState.Healthy), cancellationToken: Cancel);

        await store.ScannedAsync((0, Joined(3, At.AddHours(-1))), (1, Joined(4, At)));

        Assert.Equal([At.AddHours(-3), At.AddHours(-1), At], await MeasuredAsync(store, "vm00001"));
        Assert.Equal([At.AddHours(-1), At], await MeasuredAsync(store, "vm00002.example.org"));
        Assert.Equal([At], await MeasuredAsync(store, "vm00003.example.org"));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_measurement_that_is_joined_again_is_kept_once(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);

        await store.ScannedAsync((0, Joined(2, At)), (1, Joined(2, At)));

        Assert.Equal([At], await MeasuredAsync(store, "vm00001.example.org"));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Clones_with_one_UUID_are_one_guest(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = Joined(3, At)
            .With(2, machine => machine with { Uuid = SampleFleet.Uuid(1), Guest = machine.Guest! with { MeasuredAt = At.AddMinutes(1) } });

        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), vcenter), cancellationToken: Cancel);

        Assert.Equal([At, At.AddMinutes(1)], await MeasuredAsync(store, "vm00001.example.org"));
        Assert.Empty(await store.History.FindGuestsAsync("vm00002.example.org", Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Guests_without_a_UUID_are_known_by_their_name_however_it_is_written(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);

        // PostgreSQL keeps neither U+0000 nor half a pair.
        foreach (var (hours, name) in new[] { (0, "Web\0\ud800"), (1, "WEB\0\ud800"), (2, "db01") })
        {
            var vcenter = Joined(1, At.AddHours(hours)).With(0, machine => machine with { Uuid = null, GuestHostName = null, Name = name });
            await store.SaveAsync(SampleFleet.Scan(At.AddHours(hours), vcenter), cancellationToken: Cancel);
        }

        Assert.Equal([At, At.AddHours(1)], await MeasuredAsync(store, "web\ufffd\ufffd"));
        Assert.Equal([At.AddHours(2)], await MeasuredAsync(store, "db01"));
    }

    private static VCenterFacts Joined(int machines, DateTimeOffset measuredAt) => SampleFleet.VCenter(machines).Measured(measuredAt);

    private static async Task<IEnumerable<DateTimeOffset>> MeasuredAsync(FleetStore store, string name)
    {
        var guest = Assert.Single(await store.History.FindGuestsAsync(name, Cancel));
        return (await store.History.ReadAsync(guest, TimeWindow.Everything, Cancel)).Measurements.Select(measured => measured.At);
    }
}
