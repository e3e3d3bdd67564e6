using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>The clusters with their classes of equal frequency, and the machines that are away from home or measured slow.</summary>
internal static class PlacementMarkdown
{
    private const int MostHosts = 20;

    public static void WriteClusters(MarkdownPage page, IReadOnlyList<VCenterFacts> vcenters)
    {
        var table = new MarkdownTable("cluster", "vCenter", "datacenter", "DRS", "class", "frequency", "hosts", "virtual machines", "away");
        var classes = vcenters
            .SelectMany(vcenter => vcenter.Clusters.Select(cluster => (VCenter: vcenter, Cluster: cluster)))
            .SelectMany(each => each.Cluster.FrequencyClasses.Select(frequencyClass => (each.VCenter, each.Cluster, Class: frequencyClass)))
            .OrderByDescending(each => each.Cluster.FrequencyClasses.Count > 1)
            .ToList();
        foreach (var (vcenter, cluster, frequencyClass) in classes.Take(ScanMarkdown.MostRows))
        {
            var hosts = vcenter.Hosts
                .Where(host => host.ClusterId == cluster.Id && host.FrequencyClass == frequencyClass.Name)
                .Select(host => host.Id)
                .ToHashSet(StringComparer.Ordinal);
            var machines = vcenter.VirtualMachines.Where(machine => machine.HostId is not null && hosts.Contains(machine.HostId)).ToList();
            table.Add(
                NameCell(cluster.Name),
                NameCell(vcenter.Server),
                NameCell(cluster.Datacenter),
                NameCell(cluster.Drs),
                NameCell(frequencyClass.Name),
                Range(frequencyClass),
                HostsOf(frequencyClass.Hosts),
                MarkdownPage.Number(machines.Count),
                MarkdownPage.Number(machines.Count(machine => machine.Placement == Placement.Away)));
        }

        table.WriteTo(page, "Clusters and their frequencies");
        page.More(classes.Count - ScanMarkdown.MostRows, "html");
    }

    public static void WriteAway(MarkdownPage page, IReadOnlyList<VCenterFacts> vcenters)
    {
        var away = vcenters
            .SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => (vcenter.Server, Machine: machine)))
            .Where(each => each.Machine.Placement == Placement.Away || each.Machine.Guest?.State == ClockState.Slow)
            .OrderByDescending(each => each.Machine.Guest?.State == ClockState.Slow)
            .ThenByDescending(each => each.Machine.DifferencePpm?.Magnitude.Value ?? 0)
            .ToList();
        var table = new MarkdownTable(
            "virtual machine", "id", "vCenter", "cluster", "host", "its frequency", "home", "its frequency", "difference", "away since", "measured");
        foreach (var (server, machine) in away.Take(ScanMarkdown.MostRows))
        {
            table.Add(
                NameCell(machine.Name),
                NameCell(machine.Id),
                NameCell(server),
                NameCell(machine.Cluster),
                NameCell(machine.Host),
                machine.HostHz?.ToString() ?? "",
                NameCell(machine.HomeHost),
                machine.HomeHz?.ToString() ?? "",
                machine.DifferencePpm?.ToString() ?? "",
                new[] { machine.MovedAt, machine.ResumedAt }.Max()?.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture) ?? "",
                machine.Guest?.State.ToDocumentName() ?? "");
        }

        table.WriteTo(page, "Away from home, or measured slow");
        page.More(away.Count - ScanMarkdown.MostRows, "csv");
    }

    public static void WriteMoves(MarkdownPage page, ScanDocument document)
    {
        var moves = ProposedMoves.Of(document);
        var table = new MarkdownTable("to host", "vCenter", "cluster", "machines", "powered on there");
        foreach (var host in moves.Take(ScanMarkdown.MostRows))
        {
            table.Add(NameCell(host.Host), NameCell(host.Server), NameCell(host.Cluster), MarkdownPage.Number(host.Machines), MarkdownPage.Number(host.AtHome));
        }

        table.WriteTo(page, "Proposed moves");
        page.More(moves.Count - ScanMarkdown.MostRows, "json");
    }

    private static string Range(FrequencyClass frequencyClass) =>
        frequencyClass.LowHz.ToString() == frequencyClass.HighHz.ToString() ? frequencyClass.LowHz.ToString() : $"{frequencyClass.LowHz} to {frequencyClass.HighHz}";

    private static string HostsOf(IReadOnlyList<string> hosts) =>
        string.Join(", ", hosts.Take(MostHosts).Select(NameCell)) + (hosts.Count > MostHosts ? $" and {MarkdownPage.Number(hosts.Count - MostHosts)} more" : "");
}
