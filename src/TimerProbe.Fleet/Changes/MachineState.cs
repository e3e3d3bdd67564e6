using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Changes;

/// <summary>What is remembered of a virtual machine.</summary>
internal sealed record MachineState
{
    /// <summary>Its managed object id.</summary>
    public required string Id { get; init; }

    public required string Name { get; init; }

    /// <summary>
    /// The SMBIOS UUID its guest sees, in the byte order of <see cref="GuestIdentity"/>; null of a secondary, which shares its primary's.
    /// </summary>
    public string? BiosUuid { get; init; }

    /// <summary>The name its guest calls itself by.</summary>
    public string? GuestHostName { get; init; }

    public string? Cluster { get; init; }

    /// <summary><c>poweredOn</c>, <c>poweredOff</c> or <c>suspended</c>.</summary>
    public string? PowerState { get; init; }

    /// <summary>When it was last powered on, by the host's clock.</summary>
    public DateTimeOffset? BootTime { get; init; }

    /// <summary>The managed object id of its host.</summary>
    public string? HostId { get; init; }

    public string? Host { get; init; }

    public Frequency? HostHz { get; init; }

    /// <summary>The host it was powered on at.</summary>
    public string? HomeHost { get; init; }

    /// <summary>
    /// The frequency it was powered on at; null also where no more than a range of them
    /// is known, which a later scan could not compare with.
    /// </summary>
    public Frequency? HomeHz { get; init; }

    /// <summary>Why the home is believed.</summary>
    public HomeSource? HomeSource { get; init; }

    /// <summary>How sure the home is; null where it is unknown.</summary>
    public HomeCertainty? HomeCertainty { get; init; }

    /// <summary>When it was powered on there.</summary>
    public DateTimeOffset? HomeSince { get; init; }

    public required Placement Placement { get; init; }

    /// <summary>How its clock reads where it is away; not saved, and not part of what makes a state another.</summary>
    public ClockExpectation? Clock { get; init; }

    /// <summary>When it last changed hosts; not part of what makes a state another.</summary>
    public DateTimeOffset? MovedAt { get; init; }

    /// <summary>Its latest moves by vCenter's events, the newest last; not part of what makes a state another.</summary>
    public IReadOnlyList<MachineMove> Moves { get; init => field = value ?? []; } = [];

    /// <summary>When it was last reverted to a snapshot since its power-on.</summary>
    public DateTimeOffset? RevertedAt { get; init; }

    /// <summary>What its guest measured, by state; null without a joined result.</summary>
    public ClockState? Verdict { get; init; }

    public ClockCause? Cause { get; init; }

    /// <summary>Its settings that touch its clock, as <see cref="SettingsText"/> writes them.</summary>
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

    /// <summary>The same with the earlier verdict where it still holds: a scan with no result, or an unclear one, says nothing.</summary>
    internal MachineState WithVerdictFrom(MachineState earlier) =>
        Verdict is null or ClockState.Unclear
        && earlier.Verdict is { } verdict
        && HostId == earlier.HostId
        && PowerState == earlier.PowerState
        && IsSameTime(BootTime, earlier.BootTime)
        && IsSameTime(RevertedAt, earlier.RevertedAt)
            ? this with { Verdict = verdict, Cause = earlier.Cause }
            : this;

    /// <summary>Whether one row says both. Boot times within <see cref="HomeFinder.BootTimeSlack"/> are one.</summary>
    public bool IsLike(MachineState other) =>
        PowerState == other.PowerState && IsSameTime(BootTime, other.BootTime)
        && HostId == other.HostId && Host == other.Host && HostHz == other.HostHz && Cluster == other.Cluster
        && HomeHost == other.HomeHost && HomeHz == other.HomeHz && HomeSource == other.HomeSource
        && HomeCertainty == other.HomeCertainty && IsSameTime(HomeSince, other.HomeSince)
        && Placement == other.Placement && IsSameTime(RevertedAt, other.RevertedAt)
        && Verdict == other.Verdict && Cause == other.Cause && Settings == other.Settings;

    internal static bool IsSameTime(DateTimeOffset? one, DateTimeOffset? other) =>
        one is null || other is null ? one is null && other is null : (one - other)?.Duration() <= HomeFinder.BootTimeSlack;
}

/// <summary>Settings as one text: a JSON object of those that are set, ordered by name, so that equal settings are equal texts.</summary>
internal static class SettingsText
{
    public static string Format(VirtualMachineSettings settings)
    {
        var set = new SortedDictionary<string, string>(StringComparer.Ordinal);
        Add(set, "virtualRdtsc", settings.VirtualRdtsc is { } rdtsc ? Text(rdtsc) : null);
        Add(set, "hardwareVersion", settings.HardwareVersion);
        Add(set, "rebootPowerCycle", settings.RebootPowerCycle is { } cycle ? Text(cycle) : null);
        Add(set, "latencySensitivity", settings.LatencySensitivity);
        Add(set, "cpuLimitMhz", settings.CpuLimitMhz?.ToString(CultureInfo.InvariantCulture));
        foreach (var (key, value) in settings.Other)
        {
            Add(set, key, value);
        }

        return JsonSerializer.Serialize(set, SettingsJson.Default.SortedDictionaryStringString);
    }

    /// <summary>The settings by name; empty when the text is not such an object.</summary>
    public static IReadOnlyDictionary<string, string> Read(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, SettingsJson.Default.SortedDictionaryStringString) ?? [];
        }
        catch (JsonException)
        {
            return new SortedDictionary<string, string>(StringComparer.Ordinal);
        }
    }

    /// <summary>The settings that differ, by name, with both values; null where one is not set.</summary>
    public static IEnumerable<(string Name, string? Earlier, string? Later)> Differences(string earlier, string later)
    {
        if (earlier == later)
        {
            return [];
        }

        var (before, after) = (Read(earlier), Read(later));
        return before.Keys.Union(after.Keys, StringComparer.Ordinal).Order(StringComparer.Ordinal)
            .Select(name => (name, before.GetValueOrDefault(name), after.GetValueOrDefault(name)))
            .Where(each => each.Item2 != each.Item3);
    }

    private static void Add(SortedDictionary<string, string> set, string name, string? value)
    {
        if (value is not null)
        {
            set[name] = value;
        }
    }

    private static string Text(bool value) => value ? "true" : "false";
}

[JsonSerializable(typeof(SortedDictionary<string, string>))]
[JsonSerializable(typeof(string[]))]
internal sealed partial class SettingsJson : JsonSerializerContext;

/// <summary>What is remembered of a vCenter between scans.</summary>
internal sealed record VCenterState
{
    /// <summary>The name it was asked by.</summary>
    public required string Server { get; init; }

    /// <summary>When it was looked at.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>
    /// Whether everything was seen: nothing was filtered out, and nothing could not be read but known gaps that are in the list all the
    /// same. Only then is something that is missing gone, and only after such a look is something unknown new.
    /// </summary>
    public required bool IsFull { get; init; }

    /// <summary>Its machines by their managed object ids.</summary>
    public required IReadOnlyDictionary<string, MachineState> Machines { get; init; }

    /// <summary>Its hosts by their managed object ids.</summary>
    public required IReadOnlyDictionary<string, HostState> Hosts { get; init; }

    /// <summary>Whether its hosts scale the TSC, by their managed object ids; not saved.</summary>
    public IReadOnlyDictionary<string, TscScaling> Scaling { get; init; } =
        new Dictionary<string, TscScaling>(StringComparer.Ordinal);

    private static readonly string[] NotOfTheList =
    [
        .. new[]
        {
            ProblemCode.ObjectsIncomplete,
            ProblemCode.EventsUnread,
            ProblemCode.RevertsUnread,
            ProblemCode.PerformanceUnread,
            ProblemCode.ClockApart
        }.Select(code => code.ToDocumentName())
    ];

    internal VCenterState WithVerdictFrom(IReadOnlyDictionary<string, MachineState> earlier) => this with
    {
        Machines = Machines.Values.ToDictionary(
            machine => machine.Id,
            machine => earlier.TryGetValue(machine.Id, out var before) ? machine.WithVerdictFrom(before) : machine,
            StringComparer.Ordinal),
    };

    /// <summary>Whether every machine and host is listed, if not read: what is gone can then be distinguished from a known gap.</summary>
    private static bool ListsAll(VCenterFacts vcenter) =>
        vcenter.IsReadAsExpected && vcenter.ProblemDetails.All(problem => NotOfTheList.Contains(problem.Code, StringComparer.Ordinal));

    /// <summary>What a scan that started at a time and asked for a scope saw of one vCenter.</summary>
    public static VCenterState From(VCenterFacts vcenter, ScanScope scope, DateTimeOffset at) => new()
    {
        Server = vcenter.Server,
        At = at,
        IsFull = ListsAll(vcenter) && scope is { Datacenters: [], Clusters: [], Folders: [], Names: [] },
        Machines = vcenter.VirtualMachines
            .DistinctBy(machine => machine.Id, StringComparer.Ordinal)
            .ToDictionary(machine => machine.Id, MachineState.From, StringComparer.Ordinal),
        Hosts = vcenter.Hosts
            .DistinctBy(host => host.Id, StringComparer.Ordinal)
            .ToDictionary(host => host.Id, HostState.From, StringComparer.Ordinal),
        Scaling = vcenter.Hosts
            .DistinctBy(host => host.Id, StringComparer.Ordinal)
            .ToDictionary(host => host.Id, host => host.TscScaling, StringComparer.Ordinal),
    };
}
