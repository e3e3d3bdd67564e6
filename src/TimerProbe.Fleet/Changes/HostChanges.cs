using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;

namespace TimerProbe.Fleet.Changes;

internal sealed class HostChanges(string server, DateTimeOffset at)
{
    public IEnumerable<FleetChange> Between(HostState? earlier, HostState? later)
    {
        if (earlier is null)
        {
            yield return Of(later!, ChangeKind.HostAdded) with { Later = Text(later!) };
        }
        else if (later is null)
        {
            yield return Of(earlier, ChangeKind.HostGone) with { Earlier = Text(earlier) };
        }
        else if (earlier.Hz is { } before
            && later.Hz is { } now
            && now.DifferenceFrom(before).Magnitude.Value > FrequencyRules.EqualLimit.Value)
        {
            yield return Of(later, ChangeKind.HostFrequencyChanged) with { Earlier = Text(earlier), Later = Text(later) };
        }
    }

    private static string? Text(HostState host) => host.Hz?.Hertz.ToString(CultureInfo.InvariantCulture);

    private FleetChange Of(HostState host, ChangeKind kind) => new()
    {
        Kind = kind,
        At = at,
        Subject = ChangeSubject.Host,
        Id = host.Id,
        HostId = host.Id,
        Name = host.Name,
        Server = server,
        Cluster = host.Cluster,
    };
}
