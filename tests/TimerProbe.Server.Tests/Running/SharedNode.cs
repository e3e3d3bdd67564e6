namespace TimerProbe.Server.Tests.Running;

/// <summary>A node on an empty store in a file for the tests of a class that neither end it, nor count what it said or saved, nor use up its patience.</summary>
public sealed class SharedNode : IAsyncLifetime
{
    private TestStore _place = null!;

    internal ServerNode Node { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        _place = await TestStore.NewAsync(Engine.Sqlite);
        Node = await ServerNode.StartAsync(_place.Text);
    }

    public async ValueTask DisposeAsync()
    {
        await Node.DisposeAsync();
        await _place.DisposeAsync();
    }
}
