using TimerProbe.Application.History;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Planning;

namespace TimerProbe.Application.Planning;

/// <summary>
/// The names of a plan's hosts and clusters, as its scans spell them: alone, or after their vCenter, datacenter or both where several have
/// one name.
/// </summary>
public sealed class PlanNames(IReadOnlyList<ScanDocument> scans)
{
    /// <summary>Hosts by their names, whatever the case, or by their first labels where only one has it.</summary>
    /// <exception cref="UseCaseException">No scan has such a host, or several have that name or label.</exception>
    public IReadOnlyList<string> Hosts(IEnumerable<string> given)
    {
        var known = scans.SelectMany(scan => scan.VCenters)
            .SelectMany(center => center.Hosts.Select(host => PlanAddress.Forms(center.Server, host.Datacenter, host.Name)))
            .DistinctBy(forms => forms[^1], StringComparer.OrdinalIgnoreCase)
            .ToList();
        return [
            .. given.Select(name => Find("host", name, known, label => label.Split('.')[0])).Distinct(StringComparer.OrdinalIgnoreCase)
        ];
    }

    /// <summary>A cluster by its name, whatever the case where only one has it.</summary>
    /// <exception cref="UseCaseException">No scan has such a cluster, or several have that name.</exception>
    public string Cluster(string given) =>
        Find(
            "cluster",
            given,
            [
                .. scans.SelectMany(scan => scan.VCenters)
                    .SelectMany(center => center.Clusters
                        .Select(cluster => PlanAddress.Forms(center.Server, cluster.Datacenter, cluster.Name)))
                    .DistinctBy(forms => forms[^1], StringComparer.Ordinal)
            ],
            name => name);

    private static string Find(string kind, string given, List<IReadOnlyList<string>> known, Func<string, string> label)
    {
        var found = Named(form => form == given);
        found = found.Count > 0 ? found : Named(form => form.Equals(given, StringComparison.OrdinalIgnoreCase));
        found = found.Count > 0 ? found : [.. known.Where(forms => label(forms[0]).Equals(given, StringComparison.OrdinalIgnoreCase))];
        return found switch
        {
            [var one] => ShortestOf(one),
            [] => throw new UseCaseException(Failure.Usage, $"no scan given has a {kind} '{given}'; {Hint()}"),
            var several => throw new UseCaseException(
                Failure.Usage, $"'{given}' is ambiguous: {string.Join(", ", several.Select(ShortestOf).Order(StringComparer.Ordinal))}; enter one of these"),
        };

        List<IReadOnlyList<string>> Named(Func<string, bool> isGiven) => known.FindAll(forms => forms.Any(isGiven));

        string ShortestOf(IReadOnlyList<string> forms) =>
            forms.FirstOrDefault(form => known.Count(other => other.Contains(form, StringComparer.OrdinalIgnoreCase)) == 1) ?? forms[^1];

        string Hint()
        {
            List<string> names = [.. known.Select(forms => forms[0])];
            return NearNames.Hint(given, given.Contains('.', StringComparison.Ordinal) ? names : [.. names.Select(label)]);
        }
    }
}
