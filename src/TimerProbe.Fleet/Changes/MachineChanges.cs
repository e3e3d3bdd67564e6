namespace TimerProbe.Fleet.Changes;

internal sealed class MachineChanges(
    string server,
    DateTimeOffset earlierAt,
    DateTimeOffset at,
    ILookup<(string? Cluster, string? Name), string> hosts,
    IReadOnlyDictionary<string, TscScaling> scaling)
{
    private const string On = "poweredOn";
    private const string Off = "poweredOff";
    private const string Suspended = "suspended";

    public IEnumerable<FleetChange> Between(SeenMachine? earlier, SeenMachine? later)
    {
        if (earlier is null)
        {
            return [Of(later!, ChangeKind.MachineAdded) with { Later = later!.Host }];
        }

        if (later is null)
        {
            return [Of(earlier, ChangeKind.MachineGone) with { Earlier = earlier.Host }];
        }

        return [
            .. Power(earlier, later),
            .. Move(earlier, later),
            .. Place(earlier, later),
            .. Verdict(earlier, later),
            .. Settings(earlier, later)
        ];
    }

    private IEnumerable<FleetChange> Power(SeenMachine earlier, SeenMachine later)
    {
        ChangeKind? kind = (earlier.PowerState, later.PowerState) switch
        {
            (Off, On) => ChangeKind.PoweredOn,
            (On or Suspended, Off) => ChangeKind.PoweredOff,
            (On or Off, Suspended) => ChangeKind.Suspended,
            (Suspended, On) => ChangeKind.Resumed,
            (On, On) when earlier.BootTime is not null
                && later.BootTime is not null
                && !SeenMachine.IsSameTime(earlier.BootTime, later.BootTime) => ChangeKind.PowerCycled,
            _ => null,
        };
        if (kind is { } happened)
        {
            var boot = happened is ChangeKind.PoweredOn or ChangeKind.PowerCycled ? later.BootTime : null;
            yield return At(Of(later, happened) with { Earlier = earlier.PowerState, Later = later.PowerState }, boot);
        }

        if (later.RevertedAt is { } reverted && reverted > earlierAt && !SeenMachine.IsSameTime(earlier.RevertedAt, reverted))
        {
            yield return At(Of(later, ChangeKind.Reverted), reverted);
        }
    }

    private IEnumerable<FleetChange> Move(SeenMachine earlier, SeenMachine later)
    {
        var steps = later.Moves.Where(move => move.At > earlierAt && move.At <= at).ToList();
        if (steps.Count > 1 && steps[0].From == earlier.Host && steps[^1].To == later.Host)
        {
            return steps.Select(move => At(
                Of(later, ChangeKind.Moved) with
                {
                    HostId = GetId(later, move.To),
                    FromHostId = GetId(later, move.From),
                    Earlier = move.From,
                    Later = move.To
                },
                move.At));
        }

        if (earlier.HostId is null || later.HostId is null || earlier.HostId == later.HostId)
        {
            return [];
        }

        var moved = Of(later, ChangeKind.Moved) with { FromHostId = earlier.HostId, Earlier = earlier.Host, Later = later.Host };
        return [At(moved, later.MovedAt)];
    }

    private string? GetId(SeenMachine machine, string? host) =>
        host == machine.Host ? machine.HostId : hosts[(machine.Cluster, host)].FirstOrDefault();

    private IEnumerable<FleetChange> Place(SeenMachine earlier, SeenMachine later)
    {
        ChangeKind? kind = (earlier.Placement, later.Placement) switch
        {
            (Placement.Home or Placement.Off, Placement.Away) => ChangeKind.WentAway,
            (Placement.Unknown, Placement.Away) => ChangeKind.FoundAway,
            (Placement.Away, Placement.Home) => ChangeKind.CameHome,
            _ => null,
        };
        if (kind is { } happened)
        {
            var moved = earlier.HostId != later.HostId && happened != ChangeKind.FoundAway ? later.MovedAt : null;
            yield return At(
                Of(later, happened) with
                {
                    Earlier = earlier.Placement.ToDocumentName(),
                    Later = later.Placement.ToDocumentName(),
                    What = happened == ChangeKind.CameHome ? ClockBefore(earlier)?.ToDocumentName() : later.Clock?.ToDocumentName(),
                },
                moved);
        }
    }

    /// <summary>How the clock of a machine that came home read before, by its guest or the host it was on; null if unknown.</summary>
    private ClockExpectation? ClockBefore(SeenMachine earlier) => earlier.State switch
    {
        ClockState.Slow => ClockExpectation.Slow,
        ClockState.Healthy => ClockExpectation.Fast,
        _ when earlier.HostId is { } id && scaling.TryGetValue(id, out var scales) => scales switch
        {
            TscScaling.Yes => ClockExpectation.ExpectedFast,
            TscScaling.No => ClockExpectation.ExpectedSlow,
            _ => ClockExpectation.Open,
        },
        _ => null,
    };

    private IEnumerable<FleetChange> Verdict(SeenMachine earlier, SeenMachine later)
    {
        if (later.State is { } now and not ClockState.Unclear && now != earlier.State)
        {
            yield return Of(later, ChangeKind.VerdictChanged) with
            {
                Earlier = earlier.State?.ToDocumentName(),
                Later = now.ToDocumentName(),
                What = later.Cause?.ToDocumentName()
            };
        }
    }

    private IEnumerable<FleetChange> Settings(SeenMachine earlier, SeenMachine later) =>
        earlier.Settings.Keys.Union(later.Settings.Keys).Order(StringComparer.Ordinal)
            .Select(name => Of(later, ChangeKind.SettingChanged) with
            {
                What = name,
                Earlier = earlier.Settings.GetValueOrDefault(name),
                Later = later.Settings.GetValueOrDefault(name),
            })
            .Where(change => change.Earlier != change.Later);

    /// <summary>The change at the time that is reported, if that lies between the two looks.</summary>
    private FleetChange At(FleetChange change, DateTimeOffset? reported) =>
        reported is { } time && time > earlierAt && time <= at ? change with { At = time, IsExact = true } : change;

    private FleetChange Of(SeenMachine machine, ChangeKind kind) => new()
    {
        Kind = kind,
        At = at,
        Subject = SubjectKind.VirtualMachine,
        Id = machine.Id,
        Name = machine.Name,
        Server = server,
        Cluster = machine.Cluster,
        HostId = machine.HostId,
    };
}
