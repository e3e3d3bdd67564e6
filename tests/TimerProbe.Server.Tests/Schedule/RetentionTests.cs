namespace TimerProbe.Server.Tests.Schedule;

/// <summary>How long a configuration has runs kept is said of its own store.</summary>
public sealed class RetentionTests
{
    private static readonly TimeSpan Old = TimeSpan.FromDays(500);

    /// <summary>A clock that runs were saved by for a week is believed.</summary>
    private static readonly TimeSpan Recent = TimeSpan.FromDays(8);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_store_that_the_command_line_names_instead_loses_nothing(bool isNamed)
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 1);
        fleet.Configure("one");
        var configuration = JsonNode.Parse(await File.ReadAllTextAsync(fleet.GetFile("one"), Cancel))!;
        configuration["store"] = new JsonObject { ["target"] = isNamed ? fleet.Place["other.db"] : fleet.Place.Text, ["retention"] = "400d" };
        await File.WriteAllTextAsync(fleet.GetFile("one"), configuration.ToJsonString(), Cancel);
        var old = SampleScan.Document with { Id = Guid.NewGuid(), StartedAt = TimeProvider.System.GetUtcNow() - Old };
        await using var store = await fleet.Place.OpenAsync();
        await store.SaveAsync(old, cancellationToken: Cancel);
        await store.SaveAsync(old with { Id = Guid.NewGuid(), StartedAt = old.StartedAt + Old - Recent }, cancellationToken: Cancel);

        await using var node = await ServerNode.StartAsync(isNamed ? fleet.Place.Text : null, "--config", fleet.GetFile("one"));
        await fleet.UntilScannedAsync(store, 1);
        Assert.Equal(isNamed, (await store.Runs.ListAsync(new RunQuery(), Cancel)).Any(run => run.DocumentId == old.Id));
    }
}
