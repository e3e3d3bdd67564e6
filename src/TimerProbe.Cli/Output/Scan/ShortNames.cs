using System.Net;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>How things are named on the page: hosts without their domain where that leaves no doubt, so that more fits into a line.</summary>
internal sealed class ShortNames
{
    private const int LongestName = 28;

    private readonly HashSet<string> _unique = [];

    public ShortNames(ScanDocument document, bool verbose)
    {
        Verbose = verbose;
        SeveralVCenters = document.VCenters.Skip(1).Any();
        if (!verbose)
        {
            _unique = document.VCenters.SelectMany(vcenter => vcenter.Hosts).Select(host => host.Name).Distinct(StringComparer.Ordinal)
                .Where(name => name.All(character => char.IsLetterOrDigit(character) || character is '-' or '.' or '_') && !IPAddress.TryParse(name, out _))
                .GroupBy(Short, StringComparer.OrdinalIgnoreCase)
                .Where(same => same.Key.Length > 0 && !same.Skip(1).Any())
                .Select(same => same.Single())
                .ToHashSet(StringComparer.Ordinal);
        }
    }

    /// <summary>Whether everything is to be shown.</summary>
    public bool Verbose { get; }

    /// <summary>Whether a name alone leaves open where the thing is.</summary>
    public bool SeveralVCenters { get; }

    /// <summary>How many rows a list has before it is cut.</summary>
    public int MostRows => Verbose ? int.MaxValue : 20;

    /// <summary>The host's name for a list.</summary>
    public string Host(string? name) => name is null ? "?" : SafeText.OneLine(_unique.Contains(name) ? Short(name) : name);

    /// <summary>A name for a table, cut where one long name would take the room of all.</summary>
    public string Fit(string name, TextStyle style, int room = LongestName) =>
        Verbose ? name : SafeText.Fit(SafeText.OneLine(name), Math.Max(room, LongestName), style);

    /// <summary>The name of the server, where there is more than one.</summary>
    public string Server(string? server) => SeveralVCenters && server is not null ? SafeText.OneLine(server) : "";

    /// <summary>A cluster with where it is.</summary>
    public string Cluster(VCenterFacts vcenter, ClusterFacts cluster)
    {
        var where = new[] { cluster.Datacenter, SeveralVCenters ? vcenter.Server : null }.OfType<string>().ToList();
        return SafeText.OneLine(where.Count == 0 ? cluster.Name : $"{cluster.Name} ({string.Join(", ", where)})");
    }

    private static string Short(string name) => name.Split('.')[0];
}
