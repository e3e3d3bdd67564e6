namespace TimerProbe.Cli.Commands;

/// <summary>Tries all targets, each by its own login; one that cannot log in does not keep back the others.</summary>
internal sealed class TargetChecks(Logins logins)
{
    private const string Store = "store";

    private static readonly string[] Required = ["System.View", "System.Read"];

    private static readonly string[] Beyond =
        ["VirtualMachine.Interact.PowerOff", "VirtualMachine.Config.AdvancedConfig", "Host.Config.Settings"];

    public async Task<IReadOnlyList<CheckLine>> RunAsync(FileConfiguration configuration, CancellationToken cancellationToken) =>
        await Task.WhenAll(configuration.VCenters
            .Select(vcenter => Target(vcenter, cancellationToken))
            .Select(target => TryAsync(target, cancellationToken))
            .ToList());

    /// <summary>Asks the OpenID provider of a server what it can do; nobody is signed in.</summary>
    public static async Task<CheckLine> AskAsync(OpenIdSettings settings, CancellationToken cancellationToken)
    {
        var what = $"OpenID provider {settings.Issuer.Host}";
        try
        {
            await OpenIdProvider.TryAsync(settings.Issuer, settings.CaFile, cancellationToken);
            return new CheckLine(
                Severity.Info, what, "it answers, and people can sign in there; whether it knows the client was not tried");
        }
        catch (UseCaseException ex)
        {
            return new CheckLine(Severity.Critical, what, ex.Message);
        }
    }

    public static Task<CheckLine> OpenStoreAsync(StoreSettings settings, TimeProvider time, CancellationToken cancellationToken) =>
        settings.IsDatabase
        ? Task.FromResult(new CheckLine(null, Store, "not opened: a database is timerprobe-server's, which opens it when it starts"))
        : TryAsync(settings, time, cancellationToken);

    private (ScanTarget? Target, CheckLine? Failure) Target(VCenterSettings vcenter, CancellationToken cancellationToken)
    {
        var name = vcenter.Server.ToString();
        try
        {
            var login = logins.Find([vcenter.Login], user: null, given: null, cancellationToken)[0];
            return (new ScanTarget(vcenter, login, vcenter.Options(cancellationToken)), null);
        }
        catch (Exception ex) when (ex is UseCaseException or VSphereException)
        {
            return (null, new CheckLine(Severity.Critical, name, $"was not tried: {ex.Message}"));
        }
    }

    private static async Task<CheckLine> TryAsync((ScanTarget? Target, CheckLine? Failure) each, CancellationToken cancellationToken) =>
        each.Target is { } target ? await ReachAsync(target, cancellationToken) : each.Failure!;

    private static async Task<CheckLine> ReachAsync(ScanTarget target, CancellationToken cancellationToken)
    {
        var what = target.Server.ToString();
        try
        {
            await using var session = await VSphereSession.ConnectAsync(
                target.Server, target.Credential, target.Options, cancellationToken);
            var granted = await new PrivilegeReader(session)
                .ReadAsync(session.Content.RootFolder, [.. Required, .. Beyond], cancellationToken);
            var (outcome, says) = Judge(granted);
            return new CheckLine(outcome, what, $"{session.Content.About.FullName}, logged in as {target.Credential}{says}");
        }
        catch (VSphereException ex)
        {
            return new CheckLine(Severity.Critical, what, ex.Message);
        }
    }

    private static (Severity Outcome, string Says) Judge(IReadOnlySet<string>? granted)
    {
        if (granted is null)
        {
            return (Severity.Warning, "; it does not say which privileges that account has");
        }

        var missing = Required.Where(privilege => !granted.Contains(privilege)).ToList();
        if (missing.Count > 0)
        {
            return (
                Severity.Critical,
                $", which lacks {string.Join(" and ", missing)} on the root of the inventory: assign the Read-only role there, with Propagate to children");
        }

        return Beyond.Any(granted.Contains)
            ? (Severity.Warning, ", which can read everything but also change things: the Read-only role is enough")
            : (Severity.Info,
                ", which has System.View and System.Read on the root of the inventory and none of the privileges to change machines or hosts that were asked for");
    }

    private static async Task<CheckLine> TryAsync(StoreSettings settings, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            await using var store = await StoreAccessor.OpenAsync(settings, StoreAccess.Read, time, cancellationToken);
            var newest = await StoreAccessor.GuardAsync(() => store.Runs.LatestAsync(RunKinds.Scan, cancellationToken));
            return new CheckLine(Severity.Info, Store, newest is null
                ? $"{store.Target} opens, but has no scans yet"
                : $"{store.Target} opens; its newest scan is of {newest.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC");
        }
        catch (UseCaseException ex) when (ex.InnerException is StoreException { Kind: StoreErrorKind.NotFound } && settings.Save)
        {
            return CanBeMade(settings.Target)
                ? new CheckLine(Severity.Warning, Store, $"{settings.Target} does not exist yet: the first saved run creates it")
                : new CheckLine(
                    Severity.Critical,
                    Store,
                    $"{settings.Target} does not exist, and {Environment.UserName} cannot create it: its folder is not writable");
        }
        catch (UseCaseException ex)
        {
            return new CheckLine(Severity.Critical, Store, ex.Message);
        }
    }

    private static bool CanBeMade(string target)
    {
        var folder = Path.GetDirectoryName(StoreTarget.Parse(target).File);
        while (folder is not null && !Directory.Exists(folder))
        {
            folder = Path.GetDirectoryName(folder);
        }

        try
        {
            using var probe = new FileStream(
                Path.Combine(folder!, $".timerprobe-{Guid.NewGuid():N}"),
                FileMode.CreateNew,
                FileAccess.Write,
                FileShare.None,
                1,
                FileOptions.DeleteOnClose);
            return true;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
