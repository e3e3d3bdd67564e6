using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Engines;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Tests.Running;

/// <summary>A form of the store that a later version makes, by one script more than this one knows.</summary>
internal static class LaterForm
{
    public const string ForOlder = "-- Programs that know form 1 work with it.\nCREATE TABLE later (id bigint);";
    public const string ForBoth = "-- Programs that know form 1 work with it, and this one works without it.\nCREATE TABLE later (id bigint);";
    public const string ForNone = "CREATE TABLE later (id bigint);";

    public static IReadOnlyList<SchemaScript> Known { get; } = StoreSql.Schema("postgres");

    /// <summary>Opens a store as that version does, which makes this of it if its account may.</summary>
    public static async Task<StoreForm> UpdateAsync(StoreTarget target, string script, bool insists = false)
    {
        await using var engine = new PostgresEngine(target, new StoreOptions());
        await using var connection = await engine.ConnectAsync(TestContext.Current.CancellationToken);
        return await new SchemaUpdate(engine, target, insists, [.. Known, new SchemaScript(Known.Count + 1, "later", script)]).ApplyAsync(connection, TestContext.Current.CancellationToken);
    }
}
