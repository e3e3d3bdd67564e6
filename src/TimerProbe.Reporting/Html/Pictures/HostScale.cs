using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

/// <summary>How the hosts of a cluster are drawn: with a mark for each machine, or with bars where there are many.</summary>
/// <param name="Marks">Whether each machine has its mark.</param>
/// <param name="MostOnOne">The machines on the fullest host: a full bar.</param>
internal sealed record HostScale(bool Marks, int MostOnOne)
{
    private const int MostMarks = 400;
    private const int MostMarksOnOne = 50;

    public static HostScale From(ClusterRow cluster)
    {
        var most = cluster.Lanes.SelectMany(lane => lane.Hosts).Select(host => host.Machines.Count).DefaultIfEmpty().Max();
        return new HostScale(cluster.Counts.Total <= MostMarks && most <= MostMarksOnOne, most);
    }
}
