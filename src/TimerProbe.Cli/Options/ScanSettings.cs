using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Options;

/// <summary>A server to read.</summary>
/// <param name="Server">Its address.</param>
/// <param name="Credential">Who logs in.</param>
/// <param name="Options">How it is talked to.</param>
internal sealed record ScanTarget(VSphereServer Server, VSphereCredential Credential, VSphereOptions Options)
{
    /// <summary>What is read of it; null for what is read of every server.</summary>
    public ScanScope? OwnScope { get; init; }
}

/// <summary>What <c>scan</c> was asked to read.</summary>
internal sealed record ScanSettings
{
    public required IReadOnlyList<ScanTarget> Targets { get; init; }

    public required ScanScope Scope { get; init; }

    public required FrequencyRules Frequencies { get; init; }

    /// <summary>From where on something is worth a finding.</summary>
    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;

    /// <summary>Which findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>How long the whole run may take: what was read until then is reported.</summary>
    public required TimeSpan TimeLimit { get; init; }

    public string? GuestResults { get; init; }

    public bool Performance { get; init; }

    public Pseudonyms? Pseudonyms { get; init; }
}
