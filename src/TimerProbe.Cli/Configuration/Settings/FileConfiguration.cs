using TimerProbe.Application.Alerting;
using TimerProbe.Application.Keeping;
using TimerProbe.Application.Secrets;
using TimerProbe.Cli.Options;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Configuration.Settings;

/// <summary>What a configuration file says. What it leaves out is null or empty; paths are absolute.</summary>
internal sealed record FileConfiguration
{
    /// <summary>The file, as it was named.</summary>
    public required string File { get; init; }

    /// <summary>The vCenters to read.</summary>
    public IReadOnlyList<VCenterSettings> VCenters { get; init; } = [];

    /// <summary>What is read of each vCenter that has no filters of its own.</summary>
    public ScanScope Filters { get; init; } = new();

    /// <summary>How far two frequencies may differ and still count as one.</summary>
    public PartsPerMillion? Tolerance { get; init; }

    /// <summary>From where on something about a fleet is worth a finding.</summary>
    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;

    /// <summary>Whether CPU ready time and the like are read too.</summary>
    public bool? Performance { get; init; }

    /// <summary>The folder with the guests' results.</summary>
    public string? GuestResults { get; init; }

    /// <summary>How long a whole run may take.</summary>
    public TimeSpan? TimeLimit { get; init; }

    /// <summary>Whether documents leave without names.</summary>
    public bool? Anonymize { get; init; }

    /// <summary>The severity that ends a run with exit code 10: info, warning, critical, never.</summary>
    public string? FailOn { get; init; }

    /// <summary>Which rules and findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>In which forms documents leave the program, and where to.</summary>
    public IReadOnlyList<OutputSettings> Outputs { get; init; } = [];

    /// <summary>Where runs are kept.</summary>
    public StoreSettings? Store { get; init; }

    /// <summary>Who is told of changes.</summary>
    public AlertSettings? Alerts { get; init; }

    /// <summary>Where each secret is kept that the file names.</summary>
    public IEnumerable<SecretReference> Secrets => new[] { Store?.Password, Alerts?.Mail?.Password }
        .Concat(VCenters.Select(vcenter => vcenter.Password))
        .Concat(Alerts?.Webhooks.Select(webhook => webhook.Secret) ?? [])
        .OfType<SecretReference>();

    /// <summary>The environment variables among them.</summary>
    public IReadOnlyList<string> SecretVariables => [.. Secrets.Where(secret => secret.Kind == SecretKind.Environment).Select(secret => secret.Name)];
}
