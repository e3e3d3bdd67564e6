namespace TimerProbe.Fleet.Changes;

/// <summary>A virtual machine as a scan saw it: what is remembered of it, and what tells the changes since.</summary>
internal sealed record SeenMachine : MachineState
{
    /// <summary>As the guest sees it, in <see cref="GuestIdentity"/>'s byte order; null of a secondary, which has its primary's.</summary>
    [JsonIgnore]
    public string? BiosUuid { get; init; }

    [JsonIgnore]
    public string? GuestHostName { get; init; }

    public string? HostId { get; init; }

    public DateTimeOffset? RevertedAt { get; init; }

    [JsonIgnore]
    public ClockExpectation? Clock { get; init; }

    [JsonIgnore]
    public DateTimeOffset? MovedAt { get; init; }

    [JsonIgnore]
    public IReadOnlyList<MachineMove> Moves { get; init; } = [];

    public static SeenMachine From(VirtualMachineFacts machine) => new()
    {
        Id = machine.Id,
        Name = machine.Name,
        BiosUuid = machine.IsSecondary ? null : GuestIdentity.Canonical(machine.Uuid),
        GuestHostName = machine.GuestHostName,
        Cluster = machine.Cluster,
        PowerState = machine.PowerState,
        BootTime = InMilliseconds(machine.BootTime),
        HostId = machine.HostId,
        Host = machine.Host,
        HostHz = machine.HostHz,
        HomeHost = machine.HomeHost,

        // A later scan could not compare with a range of frequencies.
        HomeHz = IsOneFrequency(machine.HomeEvidence) ? machine.HomeHz : null,
        HomeSource = machine.HomeKnownBy,
        HomeSays = machine.HomeEvidence is [var evidence, ..] ? evidence.Says : null,
        HomeKnownAt = machine.HomeEvidence is [var known, ..] ? known.KnownAt : null,
        HomeCertainty = machine.HomeCertainty,
        HomeSince = InMilliseconds(machine.HomeSince),
        Placement = machine.Placement,
        Clock = machine.ClockExpectation,
        MovedAt = machine.MovedAt,
        Moves = machine.Moves ?? [],
        RevertedAt = InMilliseconds(machine.RevertedAt),
        State = machine.Guest?.State,
        Cause = machine.Guest?.Cause,
        Settings = GetSettings(machine.Settings),
    };

    public SeenMachine WithVerdictFrom(SeenMachine earlier) =>
        State is null or ClockState.Unclear
        && earlier.State is { } verdict
        && HostId == earlier.HostId
        && PowerState == earlier.PowerState
        && IsSameTime(BootTime, earlier.BootTime)
        && IsSameTime(RevertedAt, earlier.RevertedAt)
            ? this with { State = verdict, Cause = earlier.Cause }
            : this;

    public bool HasSameState(SeenMachine other) =>
        PowerState == other.PowerState && IsSameTime(BootTime, other.BootTime)
        && HostId == other.HostId && Host == other.Host && HostHz == other.HostHz && Cluster == other.Cluster
        && HomeHost == other.HomeHost && HomeHz == other.HomeHz && HomeSource == other.HomeSource
        && HomeCertainty == other.HomeCertainty && IsSameTime(HomeSince, other.HomeSince)
        && Placement == other.Placement && IsSameTime(RevertedAt, other.RevertedAt)
        && State == other.State && Cause == other.Cause
        && Settings.Count == other.Settings.Count && Settings.All(set => other.Settings.GetValueOrDefault(set.Key) == set.Value);

    public static bool IsSameTime(DateTimeOffset? one, DateTimeOffset? other) =>
        one is null || other is null ? one is null && other is null : (one - other)?.Duration() <= HomeFinder.BootTimeSlack;

    private static DateTimeOffset? InMilliseconds(DateTimeOffset? time) =>
        time is { } at ? DateTimeOffset.FromUnixTimeMilliseconds(at.ToUnixTimeMilliseconds()) : null;

    private static bool IsOneFrequency(IReadOnlyList<HomeEvidence>? evidence) =>
        evidence is not [var counts, ..] || counts.HighHz.DifferenceFrom(counts.LowHz).Value <= FrequencyRules.DefaultTolerance.Value;

    private static SortedDictionary<string, string> GetSettings(VirtualMachineSettings settings)
    {
        var set = new SortedDictionary<string, string>(StringComparer.Ordinal);
        Add("virtualRdtsc", Text(settings.VirtualRdtsc));
        Add("hardwareVersion", settings.HardwareVersion);
        Add("rebootPowerCycle", Text(settings.RebootPowerCycle));
        Add("latencySensitivity", settings.LatencySensitivity);
        Add("cpuLimitMhz", settings.CpuLimitMhz?.ToString());
        foreach (var (name, value) in settings.Other)
        {
            Add(name, value);
        }

        return set;

        void Add(string name, string? value)
        {
            if (value is not null)
            {
                set[name] = value;
            }
        }

        static string? Text(bool? value) => value is { } isSet ? isSet ? "true" : "false" : null;
    }
}
