namespace TimerProbe.Server.Tests;

/// <summary>The server as it starts for the first time, and again.</summary>
public sealed class FirstStartTests
{
    [Theory]
    [ClassData<Engines>]
    public async Task It_serves_shows_a_token_once_and_ends_when_asked(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using (var node = await ServerProcess.StartAsync(place.Text))
        {
            Assert.NotNull(node.Token);
            using var client = node.Client(token: null);
            Assert.Equal(HttpStatusCode.OK, (await client.GetAsync("/healthz", Cancel)).StatusCode);
            Assert.True(await node.StopAsync() == 0, string.Join("\n", node.Complaints));
            Assert.Empty(node.Complaints);
        }

        await using var again = await ServerNode.StartAsync(place.Text);
        Assert.Null(again.Token);
    }

    /// <summary>Such as a service, and somebody who tries the program beside it.</summary>
    [Fact]
    public async Task A_file_that_another_serves_is_refused_until_that_one_has_ended_however_it_did()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var first = await ServerProcess.StartAsync(place.Text);
        File.CreateSymbolicLink(place["link.db"], place.Text);
        foreach (var name in (string[])[place.Text, place["link.db"]])
        {
            var (exitCode, output, error) = await ServerNode.RunAsync("--store", name, "--listen", "http://127.0.0.1:0");
            Assert.Equal((6, ""), (exitCode, output));
            Assert.StartsWith($"timerprobe-server: {name} is served by another process already, and a store in a file is for one server: process {first.ProcessId} of ", error, StringComparison.Ordinal);
            Assert.Single(error.TrimEnd().Split('\n'));
        }

        Assert.Equal(0, (await ServerNode.RunAsync("tokens", "list", "--store", place.Text)).ExitCode);

        await first.KillAsync();
        await using var next = await ServerNode.StartAsync(place.Text);
        Assert.Empty(next.Complaints);
    }
}
