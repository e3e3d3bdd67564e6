namespace TimerProbe.Server.Tests.Running;

/// <summary>A node on a store in which scans lie, and a client that may see everything.</summary>
internal sealed class FleetNode : IAsyncDisposable
{
    private FleetNode(TestStore place, ServerNode node) => (Place, Node, Client) = (place, node, node.Client(node.Token));

    public TestStore Place { get; }

    public ServerNode Node { get; }

    public HttpClient Client { get; }

    public static async Task<FleetNode> StartAsync(Engine engine, params IEnumerable<ScanDocument> documents)
    {
        var place = await TestStore.NewAsync(engine);
        await Saved.ScanAsync(place, documents);
        return await ReadyAsync(place, await ServerNode.StartAsync(place.Text));
    }

    /// <summary>A node on that store, which are its own from now on, once it has looked into the store: it says so to whoever listens.</summary>
    public static async Task<FleetNode> ReadyAsync(TestStore place, ServerNode node)
    {
        var fleet = new FleetNode(place, node);
        await using var events = await fleet.Client.GetStreamAsync("/events", Cancel);
        using var reader = new StreamReader(events);
        while (await reader.ReadLineAsync(Cancel) is { } line)
        {
            if (line.StartsWith("data: ", StringComparison.Ordinal) && line != "data: 0")
            {
                break;
            }
        }

        return fleet;
    }

    /// <summary>The body of what must be found.</summary>
    public async Task<string> GetAsync(string address)
    {
        using var answer = await Client.GetAsync(address, Cancel);
        var body = await answer.Content.ReadAsStringAsync(Cancel);
        Assert.True(answer.StatusCode == HttpStatusCode.OK, $"{address}: {answer.StatusCode} {body}");
        return body;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await Node.DisposeAsync();
        await Place.DisposeAsync();
    }
}
