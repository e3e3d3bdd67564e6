using TimerProbe.Application.Configuration;
using TimerProbe.Application.Secrets;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Problems;
using TimerProbe.Core.Secrets;
using TimerProbe.VSphere;

namespace TimerProbe.Application.Scanning;

/// <summary>A server to read.</summary>
/// <param name="Server">Its address.</param>
/// <param name="Credential">Who logs in.</param>
/// <param name="Options">How it is talked to.</param>
public sealed record ScanTarget(VSphereServer Server, Login Credential, VSphereOptions Options)
{
    /// <summary>What is read of it; null for what is read of every server.</summary>
    public ScanScope? OwnScope { get; init; }

    /// <summary>What of it cannot be read, which is known and accepted for a time.</summary>
    public IReadOnlyList<KnownGap> KnownGaps { get; init; } = [];
}

/// <summary>What <c>scan</c> was asked to read.</summary>
public sealed record ScanSettings
{
    /// <summary>The servers to read.</summary>
    public required IReadOnlyList<ScanTarget> Targets { get; init; }

    /// <summary>What is read of each that has no scope of its own.</summary>
    public required ScanScope Scope { get; init; }

    /// <summary>When two frequencies count as one.</summary>
    public required FrequencyRules Frequencies { get; init; }

    /// <summary>From where on something is worth a finding.</summary>
    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;

    /// <summary>Which findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>How long the whole run may take: what was read until then is reported.</summary>
    public required TimeSpan TimeLimit { get; init; }

    /// <summary>The folder with the guests' check documents; null for none.</summary>
    public string? GuestResults { get; init; }

    /// <summary>
    /// Whether the results in that folder may be those of vCenters that are read by others:
    /// that one is matched to no machine is then not complained of.
    /// </summary>
    public bool GuestResultsOfOthers { get; init; }

    /// <summary>The folder with the logs of virtual machines, <c>vmware.log</c>; null for none.</summary>
    public string? VmLogs { get; init; }

    /// <summary>
    /// Whether logs of machines are fetched from datastores where they settle whether hosts scale the TSC. It takes the privileges
    /// <c>Datastore.Browse</c> and <c>Datastore.FileManagement</c>.
    /// </summary>
    public bool ReadLogs { get; init; }

    /// <summary>
    /// Whether all settings of machines are read where there are many, to find keys about the TSC that are not known or written in another
    /// way.
    /// </summary>
    public bool AllSettings { get; init; }

    /// <summary>How old a result that a guest published may be.</summary>
    public TimeSpan PublishedMaxAge { get; init; } = GuestJoin.DefaultMostAge;

    /// <summary>Whether CPU ready time and the like are read too.</summary>
    public bool Performance { get; init; }

    /// <summary>
    /// Whether vCenters' CPU statistics are asked for homes that nothing else tells, and for since when machines are away or slow.
    /// </summary>
    public bool Statistics { get; init; } = true;

    /// <summary>What others read of who reads the servers, while they are claimed in a store; without secrets.</summary>
    public string Command { get; init; } = "timerprobe scan";

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}

/// <summary>What a configuration says of a scan.</summary>
public static class ConfiguredScan
{
    // Hundreds of times what 10,000 machines of the lab take; a server that never comes to an end must not hold the next scan up.
    private static readonly TimeSpan DefaultTimeLimit = TimeSpan.FromMinutes(10);

    /// <summary>A vCenter as it is read.</summary>
    public static ScanTarget TargetOf(VCenterSettings vcenter, Login login, VSphereOptions options) =>
        new(vcenter.Server, login, options)
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
            var login = new LoginTarget(vcenter.Server.ToString(), vcenter.User, vcenter.Password);
            return TargetOf(vcenter, login.Find(LoginTarget.VCenterVariable, cancel), options);
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
        ReadLogs = configuration.ReadLogs,
        Performance = configuration.Performance,
        Statistics = configuration.Statistics != false,
        TimeLimit = configuration.TimeLimit ?? DefaultTimeLimit,
        Thresholds = configuration.Thresholds,
        Mutes = configuration.Muting,
    };
}
