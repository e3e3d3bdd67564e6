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

    /// <summary>How old a result that a guest published may be.</summary>
    public TimeSpan PublishedMaxAge { get; init; } = GuestJoin.DefaultMostAge;

    /// <summary>Whether CPU ready time and the like are read too.</summary>
    public bool Performance { get; init; }

    /// <summary>
    /// Whether vCenters' CPU statistics are asked for homes that nothing else tells, and for since when machines are away or slow.
    /// </summary>
    public bool Statistics { get; init; } = true;

    /// <summary>Takes what a vCenter keeps of the only machine that was read of it; null when nobody asks.</summary>
    public Action<FieldVCenter>? FieldDetails { get; init; }

    /// <summary>What others read of who reads the servers, while they are claimed in a store; without secrets.</summary>
    public string Command { get; init; } = "timerprobe scan";

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}
