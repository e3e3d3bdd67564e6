namespace TimerProbe.Fleet.Tests.Running;

/// <summary>A form of the store that a later version makes, by one script more than this one knows.</summary>
internal static class LaterForm
{
    public static IReadOnlyList<(int Number, string Name, string Text)> Known { get; } = StoreSql.Schema("postgres");

    /// <summary>Opens a store as that version does, which makes this of it.</summary>
    public static async Task UpdateAsync(string connectionString)
    {
        var database = PostgresDatabase.Parse(connectionString);
        await using var engine = database.CreateEngine(new StoreOptions());
        await using var connection = await engine.ConnectAsync(Cancel);
        await new SchemaUpdate(engine, database.Target, [.. Known, (
            Known[^1].Number + 1, "later", "CREATE TABLE later (id bigint);")]).ApplyAsync(connection, Cancel);
    }
}
