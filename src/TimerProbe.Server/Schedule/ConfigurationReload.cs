namespace TimerProbe.Server.Schedule;

/// <summary>
/// Reads the configuration again when its text has changed. The text is compared, not the file: one that is replaced, or is a
/// link into a folder that is, as of a ConfigMap, is noticed alike. One with errors is refused, and the old one stays.
/// </summary>
internal sealed class ConfigurationReload(ServerContext context, ScanSchedule schedule, AuditTrail audit)
    : NodePart(context.Faults, context.Time)
{
    private const string Subject = "configuration";

    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    private static readonly IReadOnlyList<(string Name, Func<FileConfiguration, string?> Value)> StartSettings =
    [
        ("server.listen", configuration => configuration.Server is { } server ? string.Join(' ', server.Listen) : ""),
        ("server.certificate", configuration => configuration.Server?.Certificate),
        ("server.certificateKey", configuration => configuration.Server?.CertificateKey),
        ("server.plainHttp", configuration => (configuration.Server?.PlainHttp ?? false).ToString()),
        ("server.node", configuration => configuration.Server?.Node),
        ("server.trustedProxy", configuration =>
            configuration.Server?.TrustedProxy is { } proxy ? string.Join(' ', proxy.Addresses) : null),
        ("server.openId", configuration => configuration.Server?.OpenId is { } provider
            ? $"{provider.Issuer}, {provider.ClientId}, {provider.ClientSecret?.Name}, {provider.CaFile}, {string.Join(' ', provider.RequestScopes)}, {provider.NameClaim}, {string.Join(';', provider.Grants.Select(grant => $"{grant.Claim}={grant.Value}: {string.Join(' ', grant.Scopes)}"))}"
            : null),
        ("server.otlp", configuration => configuration.Server?.Otlp?.ToString()),
        ("server.logFormat", configuration => configuration.Server?.LogFormat),
        ("server.logLevel", configuration => configuration.Server?.LogLevel),
        ("store.target", configuration => configuration.Store?.Target),
    ];

    private readonly FileConfiguration _started = context.Configuration;

    private string _known = context.Configuration.Hash;
    private string? _unreadable;
    private string _later = "";
    private bool _isBehind;

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        var file = context.Configuration.File;
        await Task.Delay(file.Length > 0 ? Every : Timeout.InfiniteTimeSpan, Time, stopping);
        if (Load(file, stopping) is { } now && ConfigurationFile.GetHash(now) is var hash && hash != _known)
        {
            _known = hash;
            await RecordAsync(Take(file, now), file);
        }

        await ApplyAsync(stopping);
    }

    private string Take(string file, byte[] bytes)
    {
        try
        {
            var (configuration, problems) = ConfigurationFile.Check(file, bytes);
            ConfigurationFile.AssertGood(file, problems, context.Log.About(Subject));
            context.Renew(configuration);
            _isBehind = true;
            context.Log.Say(LogLevel.Information, Subject, $"'{file}' has changed, and is in force");
            LogRestartRequired(file);
            return AuditTrail.ConfigurationLoaded;
        }
        catch (UseCaseException ex)
        {
            Refuse(ex.Message);
            return AuditTrail.ConfigurationRefused;
        }
    }

    private async Task RecordAsync(string action, string file)
    {
        try
        {
            await audit.RecordAsync("timerprobe-server", address: null, action, file, detail: null);
        }
        catch (StoreException ex)
        {
            context.Log.Say(LogLevel.Warning, Subject, $"that it changed is not in the audit trail: {ex.Message}");
        }
    }

    private async Task ApplyAsync(CancellationToken cancellationToken)
    {
        try
        {
            await (_isBehind ? schedule.ApplyAsync(cancellationToken) : Task.CompletedTask);
            _isBehind = false;
        }
        catch (Exception ex) when (ex is StoreException or SchedulerException)
        {
            // The next round tries again; the node has logged already that the store is away.
        }
    }

    private byte[]? Load(string file, CancellationToken cancellationToken)
    {
        try
        {
            var bytes = ConfigurationFile.Load(file, cancellationToken);
            if (_unreadable is not null)
            {
                context.Log.Say(LogLevel.Information, Subject, $"over: '{file}' can be read again");
            }

            _unreadable = null;
            return bytes;
        }
        catch (UseCaseException ex)
        {
            if (ex.Message != _unreadable)
            {
                Refuse(ex.Message);
            }

            _unreadable = ex.Message;
            return null;
        }
    }

    private void LogRestartRequired(string file)
    {
        var later = string.Join(
            ", ",
            StartSettings.Where(setting => setting.Value(_started) != setting.Value(context.Configuration))
                .Select(setting => setting.Name));
        if (later.Length > 0 && later != _later)
        {
            context.Log.Say(LogLevel.Warning, Subject, $"{file}: what changed of {later} takes effect at the next start");
        }

        _later = later;
    }

    private void Refuse(string why) => context.Log.Say(LogLevel.Warning, Subject, $"{why}; still using the previous configuration");
}
