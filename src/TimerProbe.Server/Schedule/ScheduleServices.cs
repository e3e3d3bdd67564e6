using System.Globalization;
using Microsoft.Extensions.Logging.Abstractions;
using TimerProbe.Application.Configuration;

namespace TimerProbe.Server.Schedule;

/// <summary>Scans on a schedule, spread over the nodes of a store.</summary>
internal static class ScheduleServices
{
    private static readonly TimeSpan EndsWithin = TimeSpan.FromSeconds(10);

    public static IServiceCollection AddSchedule(this IServiceCollection services, ServerContext context) => services
        .AddSingleton(new StoreTime(context.Time))
        .AddSingleton<NodeState>()
        .AddSingleton<NodeClock>()
        .AddSingleton<RunningScans>()
        .AddSingleton<ScanScheduler>()
        .AddSingleton<ScanSchedule>()
        .Configure<HostOptions>(options => options.ShutdownTimeout = EndsWithin)
        .AddHostedService<NodeService>()
        .AddHostedService<ConfigurationReload>();

    /// <summary>Makes the scheduler's own tables in a database, where they are missing and the account owns those of the store.</summary>
    /// <exception cref="Quartz.SchedulerException">The database refuses.</exception>
    public static async Task MakeTablesAsync(ServerContext context, CancellationToken cancel)
    {
        await using var scheduler = new ScanScheduler(context, new StoreTime(context.Time), new RunningScans(), NullLoggerFactory.Instance);
        await (await scheduler.GetAsync(cancel)).Shutdown(waitForJobsToComplete: true, cancel);
    }
}

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
        ("server.trustedProxy", configuration =>
            configuration.Server?.TrustedProxy is { } proxy
                ? $"{string.Join(' ', proxy.Addresses)}, {proxy.UserHeader}, {string.Join(' ', proxy.Scopes)}"
                : null),
        ("server.openId", configuration => configuration.Server?.OpenId is { } provider
            ? $"{provider.Issuer}, {provider.ClientId}, {provider.ClientSecret?.Name}, {provider.CaFile}, {string.Join(' ', provider.RequestScopes)}, {provider.NameClaim}, {string.Join(';', provider.Grants.Select(grant => $"{grant.Claim}={grant.Value}: {string.Join(' ', grant.Scopes)}"))}"
            : null),
        ("server.otlp", configuration => configuration.Server?.Otlp?.ToString()),
        ("store.target", configuration => configuration.Store?.Target),
    ];

    /// <summary>Their members, as the file names them, that are others than those the node was started with.</summary>
    public static IReadOnlyList<string> Changed(FileConfiguration started, FileConfiguration now) =>
        [.. All.Where(each => each.Value(started) != each.Value(now)).Select(each => each.Name)];
}
