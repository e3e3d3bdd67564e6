namespace TimerProbe.VSphere.Tests.Inventory;

/// <summary>Reads what a stub server has, in a session of its own.</summary>
internal static class StubReading
{
    public static Task<InventoryReading> ReadAsync(StubServer server, ScanScope scope) => ReadAsync(server, new InventoryOptions { Scope = scope });

    public static async Task<InventoryReading> ReadAsync(StubServer server, InventoryOptions? options = null)
    {
        await using var session = await server.ConnectAsync();
        return await new InventoryReader(session, options ?? new InventoryOptions()).ReadAsync(TestContext.Current.CancellationToken);
    }
}
