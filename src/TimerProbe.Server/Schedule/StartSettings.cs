using System.Globalization;
using TimerProbe.Application.Configuration;

namespace TimerProbe.Server.Schedule;

/// <summary>What a node takes from its configuration only when it starts.</summary>
internal static class StartSettings
{
    private static readonly IReadOnlyList<(string Name, Func<FileConfiguration, string?> Value)> All =
    [
        ("server.listen", configuration => configuration.Server is { } server ? string.Join(' ', server.Listen) : ""),
        ("server.certificate", configuration => configuration.Server?.Certificate),
        ("server.certificateKey", configuration => configuration.Server?.CertificateKey),
        ("server.clientAuthority", configuration => configuration.Server?.ClientAuthority),
        ("server.plainHttp", configuration => (configuration.Server?.PlainHttp ?? false).ToString(CultureInfo.InvariantCulture)),
        ("server.node", configuration => configuration.Server?.Node),
        ("server.trustedProxy", configuration => configuration.Server?.TrustedProxy is { } proxy ? $"{string.Join(' ', proxy.Addresses)}, {proxy.UserHeader}, {string.Join(' ', proxy.Scopes)}" : null),
        ("server.openId", configuration => configuration.Server?.OpenId is { } provider
            ? $"{provider.Issuer}, {provider.ClientId}, {provider.ClientSecret?.Name}, {provider.CaFile}, {string.Join(' ', provider.RequestScopes)}, {provider.NameClaim}, {string.Join(';', provider.Grants.Select(grant => $"{grant.Claim}={grant.Value}: {string.Join(' ', grant.Scopes)}"))}"
            : null),
        ("server.otlp", configuration => configuration.Server?.Otlp?.ToString()),
        ("store.target", configuration => configuration.Store?.Target),
    ];

    /// <summary>Their members, as the file names them, that are others than those the node was started with.</summary>
    public static IReadOnlyList<string> Changed(FileConfiguration started, FileConfiguration now) => [.. All.Where(each => each.Value(started) != each.Value(now)).Select(each => each.Name)];
}
