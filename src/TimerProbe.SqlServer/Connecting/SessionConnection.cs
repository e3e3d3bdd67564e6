namespace TimerProbe.SqlServer.Connecting;

/// <summary>The connection of a session: once lost, it may be made again to clean up, but never to try a statement again.</summary>
internal sealed class SessionConnection(SqlServerTarget target, SqlServerOptions options, ServerConnection first) : IAsyncDisposable
{
    public ServerConnection Now { get; private set; } = first;

    /// <summary>Leaves the connection and makes another, whatever was cancelled.</summary>
    /// <exception cref="SqlServerException">There is none.</exception>
    public async Task ConnectAgainAsync()
    {
        await Now.DisposeAsync();
        Now = await ServerConnection.OpenAsync(target, options, CancellationToken.None);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Now.DisposeAsync();
}
