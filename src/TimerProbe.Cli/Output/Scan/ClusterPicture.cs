using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>The clusters that mix frequencies, a bar a class, and the names of those that do not.</summary>
internal static class ClusterPicture
{
    private const int BarLength = 12;

    public static void Write(Page page, IReadOnlyList<VCenterFacts> vcenters, ShortNames names)
    {
        var clusters = vcenters.SelectMany(vcenter => vcenter.Clusters.Select(cluster => new Drawn(vcenter, cluster))).ToList();
        var mixed = clusters.Where(each => each.Cluster.FrequencyClasses.Count > 1).OrderByDescending(each => each.Away).ToList();
        foreach (var (index, each) in mixed.Take(names.MostRows).Index())
        {
            page.Space();
            if (index == 0)
            {
                page.Paragraph("Clusters that mix frequencies", style: Styles.Strong);
            }

            Draw(page, each, names);
        }

        WriteMore(page, mixed.Count - names.MostRows);
        WriteEven(page, [.. clusters.Where(each => each.Cluster.FrequencyClasses.Count == 1)], names);
    }

    private static void Draw(Page page, Drawn each, ShortNames names)
    {
        var drs = each.Cluster.Drs switch
        {
            null => "",
            "off" => ", no DRS",
            var automation => $", DRS {SafeText.OneLine(automation)}",
        };
        page.Paragraph(names.Cluster(each.VCenter, each.Cluster) + drs, indent: 2);
        var most = each.Cluster.FrequencyClasses.Max(frequencyClass => frequencyClass.Hosts.Count);
        var table = new TextTable(indent: 4);
        foreach (var frequencyClass in each.Cluster.FrequencyClasses.Take(names.MostRows))
        {
            var machines = each.Machines[frequencyClass.Name].ToList();
            var away = machines.Count(machine => machine.Placement == Placement.Away);
            table.Add(
                away > 0 ? Styles.Of(Severity.Warning) : null,
                new Cell(Range(frequencyClass), Right: true),
                new Cell(string.Concat(Enumerable.Repeat(page.Style.Block, Math.Max(1, frequencyClass.Hosts.Count * BarLength / most))), Rank: 2),
                new Cell(Counted.Of(frequencyClass.Hosts.Count, "host"), Right: true),
                new Cell(Counted.Of(machines.Count, "VM"), Right: true, Rank: 1),
                new Cell(away == 0 ? "" : $"{away.ToString("#,0", CultureInfo.InvariantCulture)} away"));
            table.Below(Hosts(frequencyClass.Hosts, names));
        }

        table.Write(page);
        WriteMore(page, each.Cluster.FrequencyClasses.Count - names.MostRows, indent: 4);
    }

    private static string Hosts(IReadOnlyList<string> hosts, ShortNames names)
    {
        var more = hosts.Count - names.MostRows;
        return string.Join(" ", hosts.Take(names.MostRows).Select(names.Host)) + (more > 0 ? $" and {more.ToString("#,0", CultureInfo.InvariantCulture)} more" : "");
    }

    private static void WriteEven(Page page, IReadOnlyList<Drawn> clusters, ShortNames names)
    {
        if (clusters.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Clusters of one frequency", style: Styles.Strong);
        var shown = clusters.Take(names.MostRows).Select(each =>
            $"{names.Cluster(each.VCenter, each.Cluster)} {Range(each.Cluster.FrequencyClasses[0])}, {Counted.Of(each.Cluster.FrequencyClasses[0].Hosts.Count, "host")}");
        foreach (var line in shown)
        {
            page.Paragraph(line, indent: 2);
        }

        WriteMore(page, clusters.Count - names.MostRows);
    }

    private static void WriteMore(Page page, int more, int indent = 2)
    {
        if (more > 0)
        {
            page.Paragraph($"and {more.ToString("#,0", CultureInfo.InvariantCulture)} more: --output html has them all", indent, Styles.Faint);
        }
    }

    private static string Range(FrequencyClass frequencyClass) => frequencyClass.LowHz.ToString() == frequencyClass.HighHz.ToString()
        ? frequencyClass.LowHz.ToString()
        : $"{frequencyClass.LowHz.ToString().Replace(" MHz", "", StringComparison.Ordinal)}-{frequencyClass.HighHz}";

    /// <summary>A cluster with its machines by the class of the host they are on.</summary>
    private sealed record Drawn(VCenterFacts VCenter, ClusterFacts Cluster)
    {
        public ILookup<string, VirtualMachineFacts> Machines { get; } = MachinesByClass(VCenter, Cluster);

        public int Away => Machines.SelectMany(machines => machines).Count(machine => machine.Placement == Placement.Away);

        private static ILookup<string, VirtualMachineFacts> MachinesByClass(VCenterFacts vcenter, ClusterFacts cluster)
        {
            var classOf = vcenter.Hosts.Where(host => host.ClusterId == cluster.Id && host.FrequencyClass is not null)
                .GroupBy(host => host.Id, StringComparer.Ordinal)
                .ToDictionary(host => host.Key, host => host.First().FrequencyClass!, StringComparer.Ordinal);
            return vcenter.VirtualMachines
                .Where(machine => machine.HostId is not null && classOf.ContainsKey(machine.HostId))
                .ToLookup(machine => classOf[machine.HostId!], StringComparer.Ordinal);
        }
    }
}
