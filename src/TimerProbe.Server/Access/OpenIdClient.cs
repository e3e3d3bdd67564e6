using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;

namespace TimerProbe.Server.Access;

/// <summary>This server as a client of an OpenID provider, and what the people that the provider vouches for may do.</summary>
internal sealed class OpenIdClient : IConfigurationRetriever<OpenIdConnectConfiguration>
{
    private const int MaxNameLength = 200;

    private static readonly string[] DefaultNames = ["preferred_username", "email", "name", "sub"];

    private OpenIdClient(OpenIdSettings settings, string? secret, SocketsHttpHandler handler) =>
        (Settings, Secret, Handler) = (settings, secret, handler);

    public OpenIdSettings Settings { get; }

    public string? Secret { get; }

    public SocketsHttpHandler Handler { get; }

    public string Host => Settings.Issuer.Authority;

    /// <exception cref="UseCaseException">Its secret or authorities cannot be read.</exception>
    public static OpenIdClient? Read(OpenIdSettings? settings, CancellationToken cancellationToken) => settings is null
        ? null
        : new OpenIdClient(
            settings,
            settings.ClientSecret is { } reference ? reference.Read(cancellationToken, "client secret").Password : null,
            OpenIdProvider.Handler(settings.CaFile));

    public IReadOnlyList<string> GetScopes(ClaimsPrincipal person) =>
        [.. Settings.Grants.Where(grant => person.HasClaim(grant.Claim, grant.Value))
            .SelectMany(grant => grant.Scopes)
            .Distinct()];

    public string? GetName(ClaimsPrincipal person)
    {
        var names = (Settings.NameClaim is { } named ? [named] : DefaultNames).Select(person.FindFirstValue);
        return names.FirstOrDefault(name => !string.IsNullOrWhiteSpace(name)) is { } name
            ? name[..Math.Min(name.Length, MaxNameLength)]
            : null;
    }

    /// <summary>Reads what a provider says of itself and its keys, and believes it of the one that the configuration names.</summary>
    public async Task<OpenIdConnectConfiguration> GetConfigurationAsync(
        string address, IDocumentRetriever retriever, CancellationToken cancellationToken)
    {
        OpenIdConnectConfiguration provider;
        try
        {
            provider = await OpenIdConnectConfigurationRetriever.GetAsync(address, retriever, cancellationToken);
        }
        catch (Exception ex) when (ex is not OperationCanceledException
            && ex.GetBaseException() is not (HttpRequestException or IOException))
        {
            // The library does not document what it throws for a text that is not JSON, or not what it looks for.
            throw new UseCaseException(
                ExitCode.NoTarget, $"what it says of itself and its keys cannot be read: {ex.GetBaseException().Message}", ex);
        }

        OpenIdProvider.AssertUsable(
            Settings.Issuer, provider.Issuer, provider.AuthorizationEndpoint, provider.TokenEndpoint, provider.JwksUri);
        return provider;
    }
}
