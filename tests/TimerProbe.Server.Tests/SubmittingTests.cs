namespace TimerProbe.Server.Tests;

/// <summary>A guest that submits to a server.</summary>
public sealed class SubmittingTests
{
    private const int Partial = 5;

    [Theory]
    [ClassData<Engines>]
    public async Task What_is_submitted_while_the_server_is_away_is_there_once_when_it_is_back(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        string token;
        Uri address;
        await using (var node = await ServerNode.StartAsync(place.Text))
        {
            (token, address) = (node.Token!, node.Address);
        }

        using var guest = new GuestMachine(token);
        var away = await guest.CheckAsync(address, "--output", "json");
        Assert.Equal(Partial, away.ExitCode);
        Assert.Contains("timerprobe.check/1", away.Out);
        Assert.Contains("not submitted for now", away.Error);
        Assert.DoesNotContain(token, away.Error);
        Assert.EndsWith(".check.json", Assert.Single(guest.Waiting));

        await using var back = await ServerNode.StartAsync(place.Text, "--listen", address.ToString());
        var sent = await guest.CheckAsync(back.Address);
        Assert.Equal((0, ""), (sent.ExitCode, sent.Error));
        Assert.Empty(guest.Waiting);
        Assert.Equal(2, (await place.RunsAsync(2)).Count);
    }

    [Fact]
    public async Task A_configuration_alone_says_where_and_a_watch_submits_what_waited()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var guest = new GuestMachine(node.Token!);
        await File.WriteAllTextAsync(place["guest.json"], $$"""{ "submit": { "url": "{{node.Address}}", "tokenFile": "{{guest.TokenFile}}" } }""", Cancel);
        await guest.CheckAsync(new Uri($"http://127.0.0.1:{FreePort()}"));
        Assert.Single(guest.Waiting);

        var check = await guest.RunAsync("check", "--fail-on", "never", "--config", place["guest.json"]);
        var watch = await guest.RunAsync("watch", "--for", "8s", "--every", "1s", "--config", place["guest.json"]);

        Assert.Equal((0, ""), (check.ExitCode, check.Error));
        Assert.Equal((0, ""), (watch.ExitCode, watch.Error));
        Assert.Single(await place.RunsAsync(1));
    }

    [Fact]
    public async Task A_scan_is_submitted_as_a_check_is()
    {
        var program = VcsimProcess.ProgramIn(Repository.Root);
        Requirement.Met(File.Exists(program), "the simulated vCenter is not built: make -C tests/lab/vcsim");
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var vcenter = await VcsimProcess.StartAsync(program, ["--scenario", "scale", "--vms", "20", "--hosts", "2"], Cancel);
        using var guest = new GuestMachine(node.Token!);
        var password = SecretFile.Write(place["password"], vcenter.Password + "\n");
        IEnumerable<string> scan = ["scan", vcenter.Url.Authority, "--user", vcenter.User, "--ca-file", vcenter.CaFile, "--password-file", password, "--fail-on", "never"];

        var submitted = await guest.RunAsync([.. scan, "--submit", node.Address.ToString(), "--submit-token-file", guest.TokenFile]);
        var away = await guest.RunAsync([.. scan, "--submit", $"http://127.0.0.1:{FreePort()}", "--submit-token-file", guest.TokenFile]);

        Assert.Equal((0, ""), (submitted.ExitCode, submitted.Error));
        Assert.Equal(Partial, away.ExitCode);
        Assert.EndsWith(".scan.json", Assert.Single(guest.Waiting));
        Assert.Equal("scan", Assert.Single(await place.RunsAsync(1)).Kind);
        await using var store = await place.OpenAsync();
        Assert.Equal(vcenter.Url.Authority, Assert.Single(await store.TargetsAsync(Cancel)).Server);
    }

    [Fact]
    public async Task A_run_is_saved_and_submitted_each_whatever_becomes_of_the_other()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var guest = new GuestMachine(node.Token!);

        var both = await guest.CheckAsync(node.Address, "--save", "--store", place["own.db"]);
        var saved = await guest.CheckAsync(new Uri($"http://127.0.0.1:{FreePort()}"), "--save", "--store", place["own.db"]);

        Assert.Equal((0, Partial), (both.ExitCode, saved.ExitCode));
        var own = await guest.RunAsync("history", "list", "--store", place["own.db"]);
        Assert.Equal(2, own.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Single(await place.RunsAsync(1));
    }
}
