namespace TimerProbe.VSphere.Tests;

/// <summary>A test that has a stub server of its own.</summary>
public abstract class StubServerTest : IAsyncLifetime
{
    private protected StubServer Server { get; private set; } = null!;

    /// <summary>When the machines of a <see cref="StubFleet"/> were powered on.</summary>
    private protected static DateTimeOffset Boot { get; } = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);

    public async ValueTask InitializeAsync() => Server = await StubServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    /// <summary>Reads what the server has, in a session of its own.</summary>
    private protected async Task<InventoryReading> ReadInventoryAsync(InventoryOptions? options = null)
    {
        await using var session = await Server.ConnectAsync();
        return await new InventoryReader(session, options ?? new InventoryOptions()).ReadAsync(Cancel);
    }

    private protected Task<InventoryReading> ReadInventoryAsync(ScanScope scope) => ReadInventoryAsync(new InventoryOptions { Scope = scope });

    /// <summary>How a question fails that is asked in a session of its own.</summary>
    private protected async Task<VSphereException> FailAsync(VSphereOptions? options = null)
    {
        await using var session = await Server.ConnectAsync(options);
        return await Assert.ThrowsAsync<VSphereException>(() => session.AskTimeAsync(Cancel));
    }
}
