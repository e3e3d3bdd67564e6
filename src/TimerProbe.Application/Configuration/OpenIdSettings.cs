namespace TimerProbe.Application.Configuration;

/// <summary>The OpenID provider at which people sign in; tokens stay for programs.</summary>
[AtMostOneOf("clientSecretFile", "clientSecretEnvironment", "windowsCredential")]
public sealed record OpenIdSettings : ISection
{
    /// <summary>
    /// The provider, as it names itself, such as https://login.example.org/realms/company: what it can do is asked below that, at
    /// .well-known/openid-configuration.
    /// </summary>
    [Text(TextForm.WebAddress)]
    public required Uri Issuer { get; init; }

    /// <summary>The name by which the provider knows this server.</summary>
    public required string ClientId { get; init; }

    /// <summary>The file whose first line is the client's secret; only its owner may be able to read it.</summary>
    [Text(TextForm.FilePath)]
    public SecretReference? ClientSecretFile { get; init; }

    /// <summary>The environment variable that holds the client's secret.</summary>
    [Text(TextForm.Variable)]
    public SecretReference? ClientSecretEnvironment { get; init; }

    /// <summary>The generic credential of Windows Credential Manager that holds the client's secret.</summary>
    [Text(TextForm.Any)]
    public SecretReference? WindowsCredential { get; init; }

    /// <summary>
    /// Where the client's secret is kept; null for a client without one, which proves by PKCE alone that it is the one that asked.
    /// </summary>
    [JsonIgnore]
    public SecretReference? ClientSecret => ClientSecretFile ?? ClientSecretEnvironment ?? WindowsCredential;

    /// <summary>Believe certificates of the provider issued by the authorities in this PEM file, and no others.</summary>
    [Text(TextForm.FilePath)]
    public string? CaFile { get; init; }

    /// <summary>The scopes of OpenID to ask for besides openid and profile, where the provider sends groups or roles only then.</summary>
    public IReadOnlyList<string> RequestScopes { get; init => field = value ?? []; } = [];

    /// <summary>The claim by which a person is named; preferred_username, else email, name or sub by default.</summary>
    public string? NameClaim { get; init; }

    /// <summary>What people may do: all grants that apply to a person count. A person without one is not let in.</summary>
    [NotEmpty]
    public required IReadOnlyList<OpenIdGrant> Grants { get; init; }

    IEnumerable<(string Path, string Message)> ISection.Validate()
    {
        if (Issuer.Query.Length > 0 || Issuer.Fragment.Length > 0)
        {
            yield return ("issuer", "the address of a provider has no ? and no # in it");
        }

        if (Issuer.Scheme != Uri.UriSchemeHttps && !Issuer.IsLoopback)
        {
            yield return ("issuer", "http would expose sign-ins: use https");
        }

        if (CaFile is not null && Issuer.Scheme != Uri.UriSchemeHttps)
        {
            yield return ("caFile", "without TLS there is no certificate to trust: remove caFile, or use https");
        }
    }
}
