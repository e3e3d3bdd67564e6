using TimerProbe.Application.History;
using TimerProbe.Core.Documents;

namespace TimerProbe.Application.Planning;

/// <summary>The names of a plan's hosts and clusters, as its scans spell them.</summary>
public sealed class PlanNames(IReadOnlyList<ScanDocument> scans)
{
    /// <summary>Hosts by their names, whatever the case, or by their first labels where only one has it.</summary>
    /// <exception cref="UseCaseException">No scan has such a host, or several have that label.</exception>
    public IReadOnlyList<string> Hosts(IEnumerable<string> given)
    {
        var known = scans.SelectMany(scan => scan.VCenters)
            .SelectMany(center => center.Hosts)
            .Select(host => host.Name)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        return [
            .. given.Select(name => Find("host", name, known, label => label.Split('.')[0])).Distinct(StringComparer.OrdinalIgnoreCase)
        ];
    }

    /// <summary>A cluster by its name, whatever the case where only one has it.</summary>
    /// <exception cref="UseCaseException">No scan has such a cluster.</exception>
    public string Cluster(string given) =>
        Find(
            "cluster",
            given,
            [
                .. scans.SelectMany(scan => scan.VCenters)
                    .SelectMany(center => center.Clusters)
                    .Select(cluster => cluster.Name)
                    .Distinct(StringComparer.Ordinal)
            ],
            name => name);

    private static string Find(string kind, string given, List<string> known, Func<string, string> label)
    {
        if (known.Exists(name => name == given))
        {
            return given;
        }

        var byName = known.Where(name => name.Equals(given, StringComparison.OrdinalIgnoreCase));
        var byLabel = known.Where(name => label(name).Equals(given, StringComparison.OrdinalIgnoreCase));
        return byName.Concat(byLabel).Distinct(StringComparer.Ordinal).Take(2).ToList() switch
        {
            [var one] => one,
            [] => throw new UseCaseException(
                Failure.Usage,
                $"no scan given has a {kind} '{given}'; {NearNames.Hint(given, given.Contains('.', StringComparison.Ordinal) ? known : [.. known.Select(label)])}"),
            var several => throw new UseCaseException(
                Failure.Usage, $"'{given}' is ambiguous: {string.Join(", ", several)}; enter the whole name"),
        };
    }
}
