namespace TimerProbe.Server.Tests.Running;

/// <summary>Tokens put into a store beside a node.</summary>
internal static class TestTokens
{
    /// <summary>A token that is good for these scopes; its text.</summary>
    public static async Task<string> AddTokenAsync(
        this FleetStore store, IEnumerable<Scope> scopes, string name = "a test", TimeSpan? lifetime = null, string? machine = null,
            string? smbiosUuid = null)
    {
        var token = AccessToken.New();
        var kept = new ServerToken(
            token.Id, name, token.Hash, [.. scopes.Select(scope => scope.ToDocumentName())])
        { CreatedBy = "a test", Machine = machine, SmbiosUuid = smbiosUuid };
        await store.Tokens.AddAsync(kept, lifetime, onlyFirst: false, Cancel);
        return token.Text;
    }
}
