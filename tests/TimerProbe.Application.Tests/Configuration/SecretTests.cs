namespace TimerProbe.Application.Tests.Configuration;

/// <summary>No secret stands in a configuration file, and one that does all the same is repeated nowhere.</summary>
public sealed class SecretTests
{
    private const string Secret = "tr0ub4dor-Horse";

    [Theory]
    [InlineData("""{ "vcenters": [ { "server": "a", "password": "SECRET" } ] }""", "1: vcenters[0]: a secret does not belong in this file, which others may read and keep: name where it is kept, with passwordEnvironment or passwordFile or windowsCredential")]
    [InlineData("""{ "vcenters": [ { "server": "a", "PassWord": { "value": "SECRET" } } ] }""", "1: vcenters[0]: a secret does not belong in this file, which others may read and keep: name where it is kept, with passwordEnvironment or passwordFile or windowsCredential")]
    [InlineData("""{ "alerts": { "webhooks": [ { "url": "https://a/", "secret": "SECRET" } ] } }""", "1: alerts.webhooks[0]: a secret does not belong in this file, which others may read and keep: name where it is kept, with secretEnvironment or secretFile or windowsCredential")]
    [InlineData("""{ "server": { "openId": { "issuer": "https://a", "clientId": "b", "clientSecret": "SECRET", "grants": [ { "claim": "c", "value": "d", "scopes": [ "read" ] } ] } } }""", "1: server.openId: a secret does not belong in this file, which others may read and keep: name where it is kept, with clientSecretEnvironment or clientSecretFile or windowsCredential")]
    [InlineData("""{ "password": "SECRET" }""", "1: a secret does not belong in this file, which others may read and keep: remove it")]
    [InlineData("""{ "store": { "target": "Host=h;Password=SECRET" } }""", "1: store.target: a password does not belong in this file: remove it and name where it is kept, with passwordFile, passwordEnvironment or windowsCredential")]
    [InlineData("""{ "store": { "target": "postgres://u:SECRET@h/db" } }""", "1: store.target: a password does not belong in this file: remove it and name where it is kept, with passwordFile, passwordEnvironment or windowsCredential")]
    public void A_secret_gets_a_sentence_of_its_own(string text, string problem) =>
        Assert.Equal([problem], Configured.Problems(text.Replace("SECRET", Secret, StringComparison.Ordinal)));

    [Theory]
    [InlineData("""{ "vcenters": [ { "server": "https://root:SECRET@vc1" } ] }""")]
    [InlineData("""{ "vcenters": [ { "server": "a", "passwordEnvironment": "SECRET" } ] }""")]
    [InlineData("""{ "vcenters": [ { "server": "a", "password": SECRET } ] }""")]
    [InlineData("""{ "vcenters": [ { "server": "a", "password": 'SECRET' } ] }""")]
    [InlineData("""{ "vcenters": [ { "server": "a", "password": "SECRET } ] }""")]
    [InlineData("""{ "vcenters": [ { "server": "a", "thumbprint": "SECRET" } ] }""")]
    [InlineData("""{ "alerts": { "webhooks": [ { "url": "https://u:SECRET@h/" } ] } }""")]
    [InlineData("""{ "timeLimit": "SECRET", "failOn": "SECRET", "tolerancePpm": "SECRET" }""")]
    [InlineData("""{ "SECRET": 1 }""")]
    [InlineData("""{ "store": { "target": "a.db", "SECRET": "password" } }""")]
    [InlineData("""{ "SECRET": 1, "SECRET": 2 }""")]
    public void Whatever_is_wrong_a_value_is_not_repeated(string text)
    {
        var problems = Configured.Problems(text.Replace("SECRET", Secret, StringComparison.Ordinal));
        Assert.NotEmpty(problems);
        Assert.DoesNotContain(Secret, string.Join('\n', problems), StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void What_was_read_shows_no_name_of_a_secret_when_it_is_printed()
    {
        var read = Configured.Accepted("""{ "vcenters": [ { "server": "a", "user": "u", "passwordEnvironment": "tr0ub4dor" } ] }""");
        Assert.DoesNotContain("tr0ub4dor", read.VCenters[0].ToString(), StringComparison.Ordinal);
    }
}
