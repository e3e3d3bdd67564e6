namespace TimerProbe.Server.Tests;

/// <summary><c>timerprobe-server tokens</c> and <c>migrate</c> on the command line.</summary>
public sealed class TokensCommandTests
{
    [Fact]
    public async Task A_token_is_shown_once_listed_without_its_secret_and_revoked()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var token = await MakeAsync(place, "--name", "DBA team", "--scope", "read", "acknowledge", "--expires", "90d");
        var guest = await MakeAsync(place, "--name", "db01", "--scope", "submit", "--machine", "db01", "--smbios-uuid", "4210E4A0-5f1c-9f4b-2c8e-0d6a7b3c9e11", "--expires", "never");

        Assert.Matches("^tps_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$", token);
        var list = await ListAsync(place);
        Assert.DoesNotContain(token[17..], string.Concat(list), StringComparison.Ordinal);
        Assert.Matches("^ID            NAME      SCOPES            MACHINE  STATE  EXPIRES +LAST USED$", list[0]);
        Assert.Contains(list, line => line.StartsWith($"{GetId(guest)}  db01      submit            db01     good   never ", StringComparison.Ordinal));
        Assert.Contains(list, line => line.StartsWith($"{GetId(token)}  DBA team  read acknowledge  any      good   20", StringComparison.Ordinal));

        Assert.Equal((0, "Revoked.\n", ""), await ServerNode.RunAsync("tokens", "revoke", GetId(token), "--store", place.Text));
        Assert.Equal((0, "Nothing to do: it was revoked before.\n", ""), await ServerNode.RunAsync("tokens", "revoke", token, "--store", place.Text));
        Assert.Contains(await ListAsync(place), line => line.StartsWith(GetId(token), StringComparison.Ordinal)
            && line.Contains("  revoked  ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--scope takes submit, read, acknowledge or admin, not 'write'", "create", "--name", "x", "--scope", "write")]
    [InlineData("--expires takes an age such as 12h, 90d or 52w, at most ten years, or never, not 'soon'", "create", "--name", "x", "--scope", "read", "--expires", "soon")]
    [InlineData("a token of one machine is for handing in documents only: use --scope submit alone with --machine", "create", "--name", "x", "--scope", "submit", "--scope", "read", "--machine", "db01")]
    [InlineData("--smbios-uuid needs --machine: both say which machine the token is for", "create", "--name", "x", "--scope", "submit", "--smbios-uuid", "4210e4a0-5f1c-9f4b-2c8e-0d6a7b3c9e11")]
    [InlineData("--name takes 1 to 200 characters", "create", "--name", " ", "--scope", "read")]
    [InlineData("the store has no such token; timerprobe-server tokens list shows their ids", "revoke", "tps")]
    [InlineData("--machine takes the name of a machine, and was given none", "create", "--name", "x", "--scope", "submit", "--machine", "  ")]
    [InlineData("create has no option '--machin'; did you mean --machine?", "create", "--name", "x", "--machin=x")]
    public async Task What_makes_no_sense_is_refused_with_a_sentence(string sentence, params string[] arguments)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var (exitCode, output, error) = await ServerNode.RunAsync(["tokens", .. arguments, "--store", place.Text]);
        Assert.Equal((2, ""), (exitCode, output));
        Assert.StartsWith($"timerprobe-server: {sentence}\n", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_is_that_of_the_command() =>
        Assert.EndsWith("Try 'timerprobe-server tokens create --help'.\n", (await ServerNode.RunAsync("tokens", "create", "--name", "x")).Error, StringComparison.Ordinal);

    [Fact]
    public async Task A_list_makes_no_store()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var (exitCode, output, error) = await ServerNode.RunAsync("tokens", "list", "--store", place.Text);
        Assert.Equal((2, ""), (exitCode, output));
        Assert.StartsWith("timerprobe-server: there is no store", error, StringComparison.Ordinal);
        Assert.Contains(": the first run with --save, or timerprobe-server, creates it; name another with --store.", error, StringComparison.Ordinal);
        Assert.False(File.Exists(place.Text));
    }

    private static async Task<string> MakeAsync(TestStore place, params string[] options)
    {
        var (exitCode, output, error) = await ServerNode.RunAsync(["tokens", "create", .. options, "--store", place.Text]);
        Assert.Equal((0, ""), (exitCode, error));
        return output.TrimEnd();
    }

    private static async Task<string[]> ListAsync(TestStore place) => (await ServerNode.RunAsync("tokens", "list", "--store", place.Text)).Out.Split('\n');

    private static string GetId(string token) => token[4..16];
}
