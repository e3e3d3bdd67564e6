using System.Net;
using TimerProbe.Server.Tests.Running;

namespace TimerProbe.Server.Tests;

/// <summary>The server as it starts for the first time, and again.</summary>
public sealed class FirstStartTests
{
    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task It_serves_shows_a_token_once_and_ends_when_asked(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using (var node = await ServerNode.StartAsync(place.Text))
        {
            Assert.NotNull(node.Token);
            using var client = node.Client(token: null);
            Assert.Equal(HttpStatusCode.OK, (await client.GetAsync("/healthz", TestContext.Current.CancellationToken)).StatusCode);
            Assert.True(await node.StopAsync() == 0, string.Join("\n", node.Complaints));
            Assert.Empty(node.Complaints);
        }

        await using var again = await ServerNode.StartAsync(place.Text);
        Assert.Null(again.Token);
    }
}
