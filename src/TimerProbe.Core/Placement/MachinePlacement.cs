using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>Decides where one virtual machine is, as its clock sees it.</summary>
internal sealed class MachinePlacement(FrequencyRules rules, IReadOnlyDictionary<string, HostFacts> hosts, string? eventsMissing)
{
    /// <summary>How many moves of one machine are told.</summary>
    private const int MostMoves = 20;

    private const string NoHostFrequency = "the frequency of its host could not be read";

    private readonly ILookup<string, HostFacts> _ofCluster = hosts.Values
        .Where(host => host.ClusterId is not null)
        .OrderBy(host => host.Name, StringComparer.Ordinal)
        .ToLookup(host => host.ClusterId!, StringComparer.Ordinal);

    /// <summary>The machine with its home as its events tell it.</summary>
    public VirtualMachineFacts Place(VirtualMachineFacts machine, IReadOnlyList<MachineEvent> events)
    {
        var host = machine.HostId is { } id ? hosts.GetValueOrDefault(id) : null;
        machine = machine with { Host = host?.Name ?? machine.Host, HostHz = host?.Hz, SqlServerExpected = Names(machine, "sql") };
        if (machine.Placement == Facts.Placement.Off)
        {
            return machine;
        }

        var home = eventsMissing is not null ? Home.Unknown(eventsMissing)
            : machine.FaultTolerance == FaultToleranceRole.Secondary ? Home.Unknown("it is the secondary of a fault tolerance pair, which has the frequency of its primary") with { IsDoubted = true }
            : HomeFinder.Find(events, machine.BootTime);
        var since = home.Since ?? machine.BootTime?.Before(HomeFinder.BootTimeSlack);
        machine = machine with
        {
            IsHomeDoubted = home.IsDoubted,
            MovedAt = Last(events, since, IsMove),
            Moves = Moves(events, since),
            ResumedAt = Last(events, since, happened => happened.Kind == MachineEventKind.Resumed),
            RevertedAt = Last(events, since, happened => happened.Kind == MachineEventKind.Reverted),
        };
        if (home.Host is null)
        {
            return Unknown(machine, home.UnknownReason!);
        }

        return !hosts.TryGetValue(home.Host, out var homeHost) ? Unknown(machine, "the host it was powered on at is no longer in the inventory")
            : homeHost.BootTime - home.Since > HomeFinder.BootTimeSlack ? Unknown(machine, "the host it was powered on at was restarted since, and may have had another frequency before")
            : At(machine with { HomeHost = homeHost.Name, HomeSince = home.Since }, homeHost.Hz, HomeSource.Event);
    }

    /// <summary>
    /// The machine with the frequency its guest was told at this power-on: it knows better than events, which name a host and not what it was
    /// like, and of which one may be missing.
    /// </summary>
    /// <param name="machine">The machine, placed by its events.</param>
    /// <param name="told">What its guest was told.</param>
    /// <param name="isCertain">Whether the guest is surely that of the machine; only then what is known otherwise is overruled.</param>
    public VirtualMachineFacts AsTold(VirtualMachineFacts machine, Frequency told, bool isCertain) => machine switch
    {
        { Placement: Facts.Placement.Off } => machine,
        { HomeHz: null } => At(machine, told, HomeSource.Guest),
        { HomeHz: { } known } when !isCertain || known.DifferenceFrom(told).Magnitude.Value <= FrequencyRules.EqualLimit.Value => machine,
        { HomeHz: { } known } when rules.IsHarmless(known, told) => At(machine, told, HomeSource.Guest),
        _ => At(machine with { HomeHost = null, HomeSince = null }, told, HomeSource.Guest),
    };

    /// <summary>The machine with this frequency for its home.</summary>
    public VirtualMachineFacts At(VirtualMachineFacts machine, Frequency? homeHz, HomeSource source)
    {
        if (homeHz is not { } home)
        {
            return Unknown(machine, "the frequency of the host it was powered on at could not be read");
        }

        machine = machine with { HomeHz = home, HomeSource = source, HarmlessHosts = HarmlessHosts(machine, home) };
        if (machine.HostHz is not { } present)
        {
            return Unknown(machine, NoHostFrequency);
        }

        var difference = present.DifferenceFrom(home);
        return machine with
        {
            DifferencePpm = difference,
            Comparison = rules.Compare(difference),
            Placement = rules.IsHarmless(present, home) ? Facts.Placement.Home : Facts.Placement.Away,
            UnknownReason = null,
        };
    }

    /// <summary>The latest moves; a machine that DRS moves to and fro has more of them than anybody reads.</summary>
    private List<MachineMove>? Moves(IReadOnlyList<MachineEvent> events, DateTimeOffset? since)
    {
        List<MachineMove> moves = [.. events.Where(happened => IsMove(happened) && !(happened.At < since))
            .OrderBy(happened => happened.At).ThenBy(happened => happened.Key)
            .TakeLast(MostMoves)
            .Select(happened => new MachineMove(happened.At, NameOf(happened.Source), NameOf(happened.Host)))];
        return moves.Count == 0 ? null : moves;
    }

    private string? NameOf(string? id) => id is null ? null : hosts.GetValueOrDefault(id)?.Name;

    private static bool IsMove(MachineEvent happened) => happened.Kind switch
    {
        MachineEventKind.Moved => happened.Source != happened.Host,
        MachineEventKind.FailedOver => true,
        _ => false,
    };

    private static bool Names(VirtualMachineFacts machine, string part) =>
        machine.Name.Contains(part, StringComparison.OrdinalIgnoreCase) || machine.GuestHostName?.Contains(part, StringComparison.OrdinalIgnoreCase) == true;

    private static VirtualMachineFacts Unknown(VirtualMachineFacts machine, string why) =>
        machine with { Placement = Facts.Placement.Unknown, UnknownReason = why };

    private static DateTimeOffset? Last(IReadOnlyList<MachineEvent> events, DateTimeOffset? since, Func<MachineEvent, bool> wanted)
    {
        DateTimeOffset? last = null;
        foreach (var happened in events)
        {
            if (wanted(happened) && !(happened.At < since) && !(happened.At <= last))
            {
                last = happened.At;
            }
        }

        return last;
    }

    /// <summary>The hosts of its cluster that can take it now and have its frequency.</summary>
    private IReadOnlyList<string> HarmlessHosts(VirtualMachineFacts machine, Frequency home) => machine.ClusterId is not { } cluster ? [] :
    [
        .. _ofCluster[cluster]
            .Where(host => host.Id != machine.HostId && IsUsable(host) && host.Hz is { } hz && rules.IsHarmless(hz, home))
            .Select(host => host.Name)
            .Where(name => machine.BoundTo?.Contains(name, StringComparer.Ordinal) != false),
    ];

    private static bool IsUsable(HostFacts host) => host.ConnectionState is null or "connected" && host.InMaintenanceMode != true;
}
