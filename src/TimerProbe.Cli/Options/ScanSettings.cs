using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Options;

/// <summary>A server to read.</summary>
internal sealed record ScanTarget(VSphereServer Server, VSphereCredential Credential, VSphereOptions Options);

/// <summary>What <c>scan</c> was asked to read.</summary>
internal sealed record ScanSettings
{
    public required IReadOnlyList<ScanTarget> Targets { get; init; }

    public required ScanScope Scope { get; init; }

    public required FrequencyRules Frequencies { get; init; }

    public string? GuestResults { get; init; }

    public bool Performance { get; init; }

    public Pseudonyms? Pseudonyms { get; init; }
}
