using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Tests.Stores;

/// <summary>A store set up with the scripts for its accounts, each named after the schema.</summary>
internal sealed class StoreRoles(TestStore place, PostgresCluster cluster)
{
    public static async Task<StoreRoles> NewAsync(TestStore place)
    {
        var roles = new StoreRoles(place, await PostgresCluster.GetAsync());
        await roles.SetUpAsync();
        return roles;
    }

    public StoreTarget Target(string role) => StoreTarget.Parse(Text(role));

    public string Text(string role) => place.Text.Replace("Username=timerprobe", $"Username={Name(role)}", StringComparison.Ordinal);

    public string Name(string role) => $"{place.Schema}_{role}";

    public Task<FleetStore> OpenAsync(string role, StoreAccess access = StoreAccess.Write) =>
        FleetStore.OpenAsync(Target(role), new StoreOptions { Access = access }, TestContext.Current.CancellationToken);

    public Task RunAsync(string sql, string? role = null) => cluster.RunAsync($"SET search_path = {place.Schema}; {sql}", role is null ? "timerprobe" : Name(role));

    public async Task GrantAsync(string script, string role, params string[] variables) => await cluster.RunAsync(
        await File.ReadAllTextAsync(Repository.Path("sqlscripts", "store", "roles", script + ".sql")),
        script == "owner" ? "timerprobe" : Name("owner"),
        [$"schema={place.Schema}", $"role={Name(role)}", .. variables]);

    private async Task SetUpAsync()
    {
        foreach (var role in (string[])["owner", "scanner", "reader", "server"])
        {
            await cluster.RunAsync($"CREATE ROLE {Name(role)} LOGIN", "timerprobe");
        }

        await GrantAsync("owner", "owner");
        await (await OpenAsync("owner")).DisposeAsync();
        await GrantAsync("scanner", "scanner");
        await GrantAsync("reader", "reader");
        await GrantAsync("server", "server");
    }
}
