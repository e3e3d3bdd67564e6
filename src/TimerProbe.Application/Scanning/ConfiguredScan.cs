using TimerProbe.Application.Configuration;
using TimerProbe.Application.Secrets;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Secrets;
using TimerProbe.VSphere;

namespace TimerProbe.Application.Scanning;

/// <summary>What a configuration says of a scan.</summary>
public static class ConfiguredScan
{
    /// <summary>
    /// Hundreds of times what 10,000 machines of the lab take; a server that never comes to an end must not hold the next scan up.
    /// </summary>
    private static readonly TimeSpan DefaultTimeLimit = TimeSpan.FromMinutes(10);

    /// <summary>A vCenter as it is read.</summary>
    /// <param name="vcenter">What the configuration says of it.</param>
    /// <param name="login">Who logs in.</param>
    /// <param name="options">How it is talked to.</param>
    public static ScanTarget TargetOf(
        VCenterSettings vcenter,
        Login login,
        VSphereOptions options) => new(vcenter.Server, login, options)
        {
            OwnScope = vcenter.Filters,
            KnownGaps = [.. vcenter.KnownGaps.Select(gap => gap.ToKnownGap())],
        };

    /// <summary>A vCenter as it is read where nobody can be asked.</summary>
    /// <exception cref="UseCaseException">There is no login for it, or a certificate makes no sense.</exception>
    public static ScanTarget TargetOf(VCenterSettings vcenter, CancellationToken cancel)
    {
        try
        {
            var options = new VSphereOptions
            {
                Trust = vcenter.Trust(cancel),
                Concurrency = vcenter.Concurrency ?? new VSphereOptions().Concurrency,
                UseProxy = vcenter.UseProxy
            };
            return TargetOf(
                vcenter,
                new LoginTarget(vcenter.Server.ToString(), vcenter.User, vcenter.Password).Find(LoginTarget.VCenterVariable, cancel),
                options);
        }
        catch (VSphereException wrong) when (wrong.Kind == VSphereErrorKind.Configuration)
        {
            throw new UseCaseException(Failure.Usage, wrong.Message, wrong);
        }
    }

    /// <summary>A scan of some vCenters; pseudonyms are the caller's.</summary>
    public static ScanSettings Create(FileConfiguration configuration, IReadOnlyList<ScanTarget> targets) => new()
    {
        Targets = targets,
        Scope = configuration.Filters,
        Frequencies = new FrequencyRules(configuration.TolerancePpm ?? FrequencyRules.DefaultTolerance),
        GuestResults = configuration.GuestResults,
        VmLogs = configuration.VmLogs,
        Performance = configuration.Performance,
        Statistics = configuration.Statistics != false,
        TimeLimit = configuration.TimeLimit ?? DefaultTimeLimit,
        Thresholds = configuration.Thresholds,
        Mutes = configuration.Muting,
    };
}
