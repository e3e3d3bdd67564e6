using System.Text.Json.Nodes;

namespace TimerProbe.Application;

public static class OpenIdProvider
{
    public static readonly TimeSpan ShutdownTimeouts = TimeSpan.FromSeconds(10);

    private const int MaxAnswer = 1_000_000;

    public static string GetDiscovery(Uri issuer) => $"{issuer.OriginalString.TrimEnd('/')}/.well-known/openid-configuration";

    /// <summary>What sends requests to it, by the certificates that the configuration says are believed.</summary>
    /// <exception cref="UseCaseException">The file with the authorities cannot be used.</exception>
    public static SocketsHttpHandler Handler(string? caFile)
    {
        // A redirect would take the client's secret and a person's code to another server.
        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            PooledConnectionLifetime = TimeSpan.FromMinutes(5),
        };
        try
        {
            handler.SslOptions.CertificateChainPolicy = caFile is { } file
                ? CertificateAuthorities.GetPolicy(CertificateAuthorities.Read(file))
                : null;
            return handler;
        }
        catch (IOException ex)
        {
            handler.Dispose();
            throw new UseCaseException(ExitCode.Usage, $"the caFile of server.openId cannot be used: {ex.Message}", ex);
        }
    }

    public static HttpClient Client(SocketsHttpHandler handler) =>
        new(handler, disposeHandler: false) { Timeout = ShutdownTimeouts, MaxResponseContentBufferSize = MaxAnswer };

    /// <summary>Asks it what it can do, and looks whether that is enough.</summary>
    /// <exception cref="UseCaseException">It cannot be asked, is another, or cannot do what signing in needs.</exception>
    public static async Task TryAsync(Uri issuer, string? caFile, CancellationToken cancellationToken)
    {
        using var handler = Handler(caFile);
        using var client = Client(handler);
        var answer = await AskAsync(client, GetDiscovery(issuer), cancellationToken);
        AssertUsable(
            issuer, GetText(answer, "issuer"), GetText(answer, "authorization_endpoint"), GetText(answer, "token_endpoint"), GetText(answer, "jwks_uri"));
    }

    /// <summary>Whether a provider is the one that a configuration names, by what it calls itself, and says where to sign in.</summary>
    /// <exception cref="UseCaseException">It is another, or an address is missing or not of HTTP.</exception>
    public static void AssertUsable(Uri issuer, string? named, string? authorization, string? token, string? keys)
    {
        if (named?.TrimEnd('/') != issuer.OriginalString.TrimEnd('/'))
        {
            throw new UseCaseException(
                ExitCode.NoTarget, "it names itself otherwise than server.openId.issuer does: write the issuer as the provider does");
        }

        (string Name, string? Address)[] needed =
            [("authorization_endpoint", authorization), ("token_endpoint", token), ("jwks_uri", keys)];
        foreach (var (name, address) in needed)
        {
            if (!Uri.TryCreate(address, UriKind.Absolute, out var uri) || uri.Scheme is not ("https" or "http"))
            {
                throw new UseCaseException(ExitCode.NoTarget, $"its {name} is missing, or is no address: nobody can sign in there");
            }
        }
    }

    private static async Task<JsonNode?> AskAsync(HttpClient client, string address, CancellationToken cancellationToken)
    {
        try
        {
            return JsonNode.Parse(await client.GetByteArrayAsync(address, cancellationToken));
        }
        catch (Exception ex) when (ex is HttpRequestException or JsonException
            || (ex is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw new UseCaseException(
                ExitCode.NoTarget,
                ex is JsonException
                    ? "what it says at .well-known/openid-configuration is no JSON"
                    : $"it cannot be asked: {ex.Message}",
                ex);
        }
    }

    private static string? GetText(JsonNode? answer, string name) =>
        answer is JsonObject members && members[name] is JsonValue value && value.TryGetValue<string>(out var text) ? text : null;
}
