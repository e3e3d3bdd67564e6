namespace TimerProbe.Core.Advice;

/// <summary>A remedy before it has a rank, with where it fits.</summary>
/// <param name="Where">The setting it is for.</param>
/// <param name="Action">What it does, in one line.</param>
/// <param name="Steps">The exact steps, by tool.</param>
/// <param name="Caveats">What to know before doing it.</param>
internal sealed record PlannedRemedy(Setting Where, string Action, IReadOnlyList<RemedyStep> Steps, IReadOnlyList<string> Caveats)
{
    /// <summary>The command that shows whether it helped.</summary>
    public string Verify { get; init; } = Verification.Cost;

    /// <summary>Whether the facts call for it at all; null when nothing but the setting decides.</summary>
    public Func<GuestFacts, bool>? When { get; init; }

    /// <summary>Words it for the facts; null when it is the same for all.</summary>
    public Func<GuestFacts, PlannedRemedy, PlannedRemedy>? Fill { get; init; }

    /// <summary>Whether something in a fleet calls for it; null when it always does.</summary>
    public Func<FleetTarget, bool>? Fits { get; init; }

    /// <summary>Whether it takes rights over hosts, clusters or vCenter, which the customers of a managed cloud do not have.</summary>
    public bool TakesInfrastructureRights { get; init; }

    /// <summary>Whether the facts of a SQL Server call for it; null when they always do.</summary>
    public Func<SqlFacts, bool>? Suits { get; init; }
}

/// <summary>What the remedies of a rule about a fleet are for, by the names that vCenter knows; placeholders where there is none.</summary>
internal sealed record FleetTarget
{
    /// <summary>What a rule's page is written for.</summary>
    public static readonly FleetTarget Placeholder = new()
    {
        Destinations = ["HOST-1"],
        InOtherCluster = new HostFacts { Name = "HOST-9", Id = "HOST-9-ID", Cluster = "CLUSTER-2" },
        SameClass = new("CLUSTER/1", new(2_394_000_000), new(2_394_000_000), ["HOST-1", "HOST-2"]),
        Classes = [new("CLUSTER/1", new(2_394_000_000), new(2_394_000_000), ["HOST-1", "HOST-2"])],
        Keys = ["KEY"],
    };

    public string Server { get; init; } = "VCENTER";

    public VmName Vm { get; init; } = VmName.KnownPlaceholder;

    public ClusterName Cluster { get; init; } = ClusterName.Placeholder;

    public HostName Host { get; init; } = HostName.Placeholder;

    /// <summary>
    /// The hosts to which the virtual machine can be moved and where its clock is expected to be fast, the best choice first.
    /// </summary>
    public IReadOnlyList<string> Destinations { get; init; } = [];

    /// <summary>
    /// A host of another cluster where its clock is expected to be fast, where its own cluster has none; null without one.
    /// </summary>
    public HostFacts? InOtherCluster { get; init; }

    /// <summary>Whether a host of the cluster does not scale the TSC: a move to another frequency there makes clocks slow.</summary>
    public bool HasHostsThatTrap { get; init; }

    /// <summary>The frequency class on whose hosts the virtual machine is to be kept; null when its cluster has none for it.</summary>
    public FrequencyClass? SameClass { get; init; }

    public IReadOnlyList<FrequencyClass> Classes { get; init; } = [];

    /// <summary>The keys of the settings to change.</summary>
    public IReadOnlyList<string> Keys { get; init; } = [];

    public VirtualMachineFacts? Machine { get; init; }

    /// <summary>The cloud that runs the vCenter for its customers; null where none is known to.</summary>
    public string? Cloud { get; init; }

    /// <summary>From where on something was worth a finding.</summary>
    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;
}

internal static class Verification
{
    public const string Cost = "timerprobe check";

    /// <summary>Also measures the clock's rate against a clock outside of the machine: nothing inside can show it.</summary>
    public const string Rate = "timerprobe check --drift 60s --reference HOST";

    public const string Scan = "timerprobe scan";

    private const string Stripchart = "`w32tm /stripchart /computer:HOST /samples:30 /period:2`";

    public static IReadOnlyList<string> CaveatsOn(MachineFacts machine, string verify) => Caveats(verify, machine.Windows is not null);

    /// <summary>What to know of verifying on a virtual machine of a fleet, by its guest OS type.</summary>
    public static IReadOnlyList<string> CaveatsOn(VirtualMachineFacts? machine, string verify) =>
        Caveats(verify, machine?.GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) == true);

    /// <summary>The command for a page, which has to do for every machine.</summary>
    public static string InWords(string verify) => verify == Rate
        ? $"`{Rate}`, where HOST is an NTP server that the guest can reach; also, on Windows, with {Stripchart}, on Linux with `chronyc tracking`"
        : $"`{verify}`";

    private static IReadOnlyList<string> Caveats(string verify, bool windows) =>
        verify != Rate ? []
        : windows ? [$"To verify, HOST is an NTP server that the guest can reach. Also run {Stripchart}: its offsets must not grow steadily."]
        : ["To verify, HOST is an NTP server that the guest can reach; `chronyc tracking` or `ntpq -p` shows the same from the time service's side."];
}
