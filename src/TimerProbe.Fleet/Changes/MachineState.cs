using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Changes;

/// <summary>What is remembered of a virtual machine.</summary>
internal sealed record MachineState
{
    public required string Id { get; init; }

    public required string Name { get; init; }

    /// <summary>
    /// The SMBIOS UUID its guest sees, in the byte order of <see cref="GuestIdentity"/>; null of a secondary, which shares its
    /// primary's.
    /// </summary>
    public string? BiosUuid { get; init; }

    public string? GuestHostName { get; init; }

    public string? Cluster { get; init; }

    public string? PowerState { get; init; }

    public DateTimeOffset? BootTime { get; init; }

    public string? HostId { get; init; }

    public string? Host { get; init; }

    public Frequency? HostHz { get; init; }

    public string? HomeHost { get; init; }

    /// <summary>
    /// The frequency it was powered on at; null also where no more than a range of them is known, which a later scan could not
    /// compare with.
    /// </summary>
    public Frequency? HomeHz { get; init; }

    public HomeSource? HomeSource { get; init; }

    /// <summary>How sure the home is; null where it is unknown.</summary>
    public HomeCertainty? HomeCertainty { get; init; }

    public DateTimeOffset? HomeSince { get; init; }

    public required Placement Placement { get; init; }

    public ClockExpectation? Clock { get; init; }

    public DateTimeOffset? MovedAt { get; init; }

    public IReadOnlyList<MachineMove> Moves { get; init => field = value ?? []; } = [];

    public DateTimeOffset? RevertedAt { get; init; }

    /// <summary>What its guest measured, by state; null without a joined result.</summary>
    public ClockState? Verdict { get; init; }

    public ClockCause? Cause { get; init; }

    public required string Settings { get; init; }

    public static MachineState From(VirtualMachineFacts machine) => new()
    {
        Id = machine.Id,
        Name = machine.Name,
        BiosUuid = machine.IsSecondary ? null : GuestIdentity.Canonical(machine.Uuid),
        GuestHostName = machine.GuestHostName,
        Cluster = machine.Cluster,
        PowerState = machine.PowerState,
        BootTime = machine.BootTime,
        HostId = machine.HostId,
        Host = machine.Host,
        HostHz = machine.HostHz,
        HomeHost = machine.HomeHost,
        HomeHz = IsOneFrequency(machine.HomeEvidence) ? machine.HomeHz : null,
        HomeSource = machine.HomeSource,
        HomeCertainty = machine.HomeCertainty,
        HomeSince = machine.HomeSince,
        Placement = machine.Placement,
        Clock = machine.ClockExpectation,
        MovedAt = machine.MovedAt,
        Moves = machine.Moves ?? [],
        RevertedAt = machine.RevertedAt,
        Verdict = machine.Guest?.State,
        Cause = machine.Guest?.Cause,
        Settings = SettingsText.Format(machine.Settings),
    };

    private static bool IsOneFrequency(IReadOnlyList<HomeEvidence>? evidence) =>
        evidence is not [var counts, ..] || counts.HighHz.DifferenceFrom(counts.LowHz).Value <= FrequencyRules.DefaultTolerance.Value;

    internal MachineState WithVerdictFrom(MachineState earlier) =>
        Verdict is null or ClockState.Unclear
        && earlier.Verdict is { } verdict
        && HostId == earlier.HostId
        && PowerState == earlier.PowerState
        && IsSameTime(BootTime, earlier.BootTime)
        && IsSameTime(RevertedAt, earlier.RevertedAt)
            ? this with { Verdict = verdict, Cause = earlier.Cause }
            : this;

    public bool HasSameState(MachineState other) =>
        PowerState == other.PowerState && IsSameTime(BootTime, other.BootTime)
        && HostId == other.HostId && Host == other.Host && HostHz == other.HostHz && Cluster == other.Cluster
        && HomeHost == other.HomeHost && HomeHz == other.HomeHz && HomeSource == other.HomeSource
        && HomeCertainty == other.HomeCertainty && IsSameTime(HomeSince, other.HomeSince)
        && Placement == other.Placement && IsSameTime(RevertedAt, other.RevertedAt)
        && Verdict == other.Verdict && Cause == other.Cause && Settings == other.Settings;

    internal static bool IsSameTime(DateTimeOffset? one, DateTimeOffset? other) =>
        one is null || other is null ? one is null && other is null : (one - other)?.Duration() <= HomeFinder.BootTimeSlack;
}

[JsonSerializable(typeof(SortedDictionary<string, string>))]
[JsonSerializable(typeof(string[]))]
internal sealed partial class SettingsJson : JsonSerializerContext;
