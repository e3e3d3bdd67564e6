using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Engines;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Tests.Running;

/// <summary>A form of the store that a later version makes, by one script more than this one knows.</summary>
internal static class LaterForm
{
    public static IReadOnlyList<SchemaScript> Known { get; } = StoreSql.Schema("postgres");

    /// <summary>Opens a store as that version does, which makes this of it if its account may.</summary>
    public static async Task<StoreForm> UpdateAsync(StoreTarget target)
    {
        await using var engine = new PostgresEngine(target, new StoreOptions());
        await using var connection = await engine.ConnectAsync(TestContext.Current.CancellationToken);
        return await new SchemaUpdate(engine, target, [.. Known, new SchemaScript(Known.Count + 1, "later", "CREATE TABLE later (id bigint);")]).ApplyAsync(connection, TestContext.Current.CancellationToken);
    }
}
