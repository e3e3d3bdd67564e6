namespace TimerProbe.Tests.TimeLimit;

/// <summary>What tests say often.</summary>
internal static class Testing
{
    /// <summary>Ends what the running test waits for when the test ends.</summary>
    public static CancellationToken Cancel => TestContext.Current.CancellationToken;

    /// <summary>A port on loopback that nobody listens on.</summary>
    public static int FreePort()
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        return ((System.Net.IPEndPoint)listener.LocalEndpoint).Port;
    }
}
