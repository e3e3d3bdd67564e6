namespace TimerProbe.Server.Tests;

/// <summary>A guest that submits what <c>timerprobe sql</c> measured.</summary>
public sealed class SubmittingSqlTests
{
    private const int Partial = 5;

    [Fact]
    public async Task It_waits_for_a_server_that_is_away_is_kept_once_and_only_of_the_machine_of_the_token()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        Uri address;
        await using (var node = await ServerNode.StartAsync(place.Text))
        {
            address = node.Address;
        }

        var model = new QuickServer { Machine = "DB01" };
        await using var database = new TdsServer { Answer = (request, _) => Task.FromResult(model.Answer(request)) };
        using var guest = new GuestMachine(await place.TokenAsync("DB01"));
        using var other = new GuestMachine(await place.TokenAsync("DB02"));

        var away = await SqlAsync(guest, database, address);
        Assert.True(away.ExitCode == Partial, away.Error);
        Assert.Contains("timerprobe.sql/1", away.Out);
        Assert.Contains("not submitted for now", away.Error);
        Assert.EndsWith(".sql.json", Assert.Single(guest.Waiting));

        await using var back = await ServerNode.StartAsync(place.Text, "--listen", address.ToString());
        var sent = await SqlAsync(guest, database, back.Address);
        Assert.True(sent.ExitCode == 0, sent.Error);
        Assert.Empty(guest.Waiting);

        var refused = await SqlAsync(other, database, back.Address);
        Assert.Equal(Partial, refused.ExitCode);
        Assert.Contains("of another machine than the token is for", refused.Error);

        var runs = await place.RunsAsync(2);
        Assert.Equal(2, runs.Select(run => run.DocumentId).Distinct().Count());
        Assert.All(runs, run => Assert.Equal((RunKinds.Sql, "DB01"), (run.Kind, run.Subject)));
    }

    private static Task<(int ExitCode, string Out, string Error)> SqlAsync(GuestMachine guest, TdsServer database, Uri server) =>
        guest.RunAsync(
        "sql", "--server", $"127.0.0.1,{database.Port}", "--user", "probe", "--password-file", guest.TokenFile, "--trust-server-certificate", "--argument", "1000000007", "--yes",
        "--output", "json", "--fail-on", "never", "--submit", server.ToString(), "--submit-token-file", guest.TokenFile);
}
