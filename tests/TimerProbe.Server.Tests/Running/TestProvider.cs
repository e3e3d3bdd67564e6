using System.Buffers.Text;
using System.Web;

namespace TimerProbe.Server.Tests.Running;

/// <summary>
/// An OpenID provider on loopback: discovery, keys, a page that lets everybody in, and tokens for codes, of clients that prove by PKCE and their secret that they are the one that asked.
/// </summary>
internal sealed class TestProvider : IAsyncDisposable
{
    public const string ClientId = "timerprobe";
    public const string Secret = "s3cret of the client";

    private RSA _key = RSA.Create(2048);
    private int _keyNumber = 1;
    private readonly ConcurrentDictionary<string,
        (string Challenge, string Nonce, string RedirectUri)> _codes = new(StringComparer.Ordinal);
    private LoopbackServer _server = null!;

    public Uri Address => _server.Address;

    /// <summary>What it says of whoever signs in, beside what it must.</summary>
    public JsonObject Claims { get; } = new() { ["sub"] = "248289761001", ["preferred_username"] = "jane@example.org" };

    /// <summary>Changes what it must say.</summary>
    public Action<JsonObject> Spoil { get; set; } = _ => { };

    /// <summary>The addresses that it was asked to send people back to.</summary>
    public ConcurrentQueue<string> RedirectUris { get; } = new();

    public int CodesTaken { get; private set; }

    public RSAParameters PublicKey => _key.ExportParameters(includePrivateParameters: false);

    /// <summary>Where a path is led to in place of an answer; null for nowhere.</summary>
    public Func<string, Uri?> Elsewhere { get; set; } = _ => null;

    /// <summary>Puts another token in place of the one that it would give.</summary>
    public Func<string, string> Forge { get; set; } = token => token;

    /// <summary>Words what it must say otherwise, before it signs that.</summary>
    public Func<string, string> Word { get; set; } = json => json;

    /// <summary>What it answers at the token endpoint where it does not give a token; null to give one.</summary>
    public string? TokenError { get; set; }

    /// <summary>Sends what it says otherwise than it would, by its path; null to send it as it is.</summary>
    public Func<string, byte[], HttpResponse, Task>? Send { get; set; }

    public static async Task<TestProvider> StartAsync()
    {
        var provider = new TestProvider();
        provider._server = await LoopbackServer.StartAsync(provider.AnswerAsync);
        return provider;
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _key.Dispose();
    }

    private static string Base64(byte[] bytes) => Base64Url.EncodeToString(bytes);

    /// <summary>Takes another key, and the one before back.</summary>
    public void Rotate() => (_key, _keyNumber) = (RSA.Create(2048), _keyNumber + 1);

    private Task AnswerAsync(HttpContext context) => context.Request.Path.Value switch
    {
        { } path when Elsewhere(path) is { } elsewhere => LeadAsync(context, elsewhere),
        "/.well-known/openid-configuration" => SayAsync(context, new JsonObject
        {
            ["issuer"] = Issuer,
            ["authorization_endpoint"] = $"{Issuer}/authorize",
            ["token_endpoint"] = $"{Issuer}/token",
            ["jwks_uri"] = $"{Issuer}/keys",
            ["response_types_supported"] = new JsonArray("code"),
            ["subject_types_supported"] = new JsonArray("public"),
            ["id_token_signing_alg_values_supported"] = new JsonArray("RS256"),
        }),
        "/keys" => SayAsync(context, KeySet()),
        "/authorize" => AuthorizeAsync(context),
        "/token" => TokenAsync(context),
        _ => Task.FromResult(context.Response.StatusCode = StatusCodes.Status404NotFound),
    };

    private static Task LeadAsync(HttpContext context, Uri elsewhere)
    {
        (context.Response.StatusCode, context.Response.Headers.Location) = (StatusCodes.Status307TemporaryRedirect, elsewhere.ToString());
        return Task.CompletedTask;
    }

    private Task SayAsync(HttpContext context, JsonObject what) => Send is { } send
        ? send(context.Request.Path, Encoding.UTF8.GetBytes(what.ToJsonString()), context.Response)
        : context.Response.WriteAsJsonAsync(what);

    private string KeyId => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"key-{_keyNumber}");

    private string Issuer => Address.ToString().TrimEnd('/');

    private JsonObject KeySet()
    {
        var key = _key.ExportParameters(includePrivateParameters: false);
        return new JsonObject
        {
            ["keys"] = new JsonArray(new JsonObject
            {
                ["kty"] = "RSA",
                ["use"] = "sig",
                ["alg"] = "RS256",
                ["kid"] = KeyId,
                ["n"] = Base64(key.Modulus!),
                ["e"] = Base64(key.Exponent!)
            })
        };
    }

    private Task AuthorizeAsync(HttpContext context)
    {
        var query = context.Request.Query;
        Assert.Equal((ClientId, "code", "S256"), (query["client_id"].ToString(), query["response_type"].ToString(), query["code_challenge_method"].ToString()));
        var (code, back) = (Base64(RandomNumberGenerator.GetBytes(16)), query["redirect_uri"].ToString());
        _codes[code] = (query["code_challenge"].ToString(), query["nonce"].ToString(), back);
        RedirectUris.Enqueue(back);
        context.Response.Redirect($"{back}?code={code}&state={HttpUtility.UrlEncode(query["state"].ToString())}");
        return Task.CompletedTask;
    }

    private async Task TokenAsync(HttpContext context)
    {
        var form = await context.Request.ReadFormAsync();
        var isKnown = _codes.TryRemove(form["code"].ToString(), out var asked);
        var isProven = isKnown && Base64(SHA256.HashData(Encoding.ASCII.GetBytes(form["code_verifier"].ToString()))) == asked.Challenge
            && form["client_secret"] == Secret && form["client_id"] == ClientId && form["redirect_uri"] == asked.RedirectUri;
        if (!isProven || TokenError is not null)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            await context.Response.WriteAsJsonAsync(new JsonObject { ["error"] = TokenError ?? "invalid_grant" });
            return;
        }

        CodesTaken++;
        await SayAsync(context, new JsonObject { ["access_token"] = "of no use", ["token_type"] = "Bearer", ["expires_in"] = 300, ["id_token"] = Forge(IdToken(asked.Nonce)) });
    }

    private string IdToken(string nonce)
    {
        var now = TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();
        var claims = new JsonObject { ["iss"] = Issuer, ["aud"] = ClientId, ["nonce"] = nonce, ["iat"] = now, ["exp"] = now + 300 };
        foreach (var (name, value) in Claims)
        {
            claims[name] = value?.DeepClone();
        }

        Spoil(claims);
        var text = $"{Base64(JsonSerializer.SerializeToUtf8Bytes(new { alg = "RS256", typ = "JWT", kid = KeyId }))}.{Base64(Encoding.UTF8.GetBytes(Word(claims.ToJsonString())))}";
        return $"{text}.{Base64(_key.SignData(Encoding.ASCII.GetBytes(text), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1))}";
    }
}
