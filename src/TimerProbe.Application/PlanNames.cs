using Addressed = (string Server, string? Datacenter, string Name);

namespace TimerProbe.Application;

/// <summary>Planned hosts' names as scans spell them: alone, or after vCenter, datacenter or both where several have one name.</summary>
public static class PlanNames
{
    /// <summary>By name, or by the first labels of host and vCenter names where only one host has them; case is ignored.</summary>
    /// <exception cref="UseCaseException">No scan has such a host, or several have that name or label.</exception>
    public static IReadOnlyList<string> Hosts(Planner planner, IEnumerable<string> given)
    {
        List<Addressed> known =
        [
            .. planner.VCenters
                .SelectMany(center => center.Hosts.Select(host => (center.Server, host.Datacenter, host.Name)))
                .DistinctBy(item => Planner.GetAddresses(item.Server, item.Datacenter, item.Name)[^1], StringComparer.OrdinalIgnoreCase)
        ];
        return [.. given.Select(name => Find(name, known)).Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    private static string Find(string given, List<Addressed> addressed)
    {
        var known = addressed.ConvertAll(item => Planner.GetAddresses(item.Server, item.Datacenter, item.Name));
        var found = Named(form => form == given);
        found = found.Count > 0 ? found : Named(form => form.Equals(given, StringComparison.OrdinalIgnoreCase));
        found = found.Count > 0 ? found : [
            .. known.Zip(addressed, (forms, each) => (Forms: forms, Short: Shortened(each)))
                .Where(item => item.Short.Contains(given, StringComparer.OrdinalIgnoreCase))
                .Select(item => item.Forms)
        ];
        return found switch
        {
            [var one] => GetShortest(one),
            [] => throw new UseCaseException(ExitCode.Usage, $"no scan given has a host '{given}'; {Hint()}"),
            var several => throw new UseCaseException(
                ExitCode.Usage, $"'{given}' is ambiguous: {string.Join(", ", several.Select(GetShortest).Order(StringComparer.Ordinal))}; enter one of these"),
        };

        List<IReadOnlyList<string>> Named(Func<string, bool> isGiven) => known.FindAll(forms => forms.Any(isGiven));

        static IEnumerable<string> Shortened(Addressed each) =>
            from server in new[] { each.Server, Label(each.Server) }
            from name in new[] { each.Name, Label(each.Name) }
            from form in Planner.GetAddresses(server, each.Datacenter, name)
            select form;

        string GetShortest(IReadOnlyList<string> forms) =>
            forms.FirstOrDefault(form => known.Count(other => other.Contains(form, StringComparer.OrdinalIgnoreCase)) == 1) ?? forms[^1];

        string Hint()
        {
            List<string> names = [.. known.Select(forms => forms[0])];
            return NearestName.Hint(given, given.Contains('.', StringComparison.Ordinal) ? names : [.. names.Select(Label)]);
        }
    }

    private static string Label(string name) => IPAddress.TryParse(name, out _) ? name : name.Split('.')[0];
}
