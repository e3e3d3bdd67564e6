using System.Net;

namespace TimerProbe.Cli.Output;

/// <summary>
/// How things are named on the page: hosts without their domain where that leaves no doubt, so that more fits into a line.
/// </summary>
internal sealed class ShortNames
{
    private const int LongestName = 28;

    private readonly HashSet<string> _unique = [];

    public ShortNames(ScanReport report, Detail detail)
    {
        var verbose = detail == Detail.Verbose;
        Verbose = verbose;
        MostRows = verbose ? int.MaxValue : 20;
        SeveralVCenters = report.HasSeveralVCenters;
        if (!verbose)
        {
            _unique = Unambiguous(report.Document.VCenters.SelectMany(vcenter => vcenter.Hosts)
                .Select(host => host.Name)
                .Where(name => name.All(character => char.IsLetterOrDigit(character) || character is '-' or '.' or '_')));
        }
    }

    public bool Verbose { get; }

    public bool SeveralVCenters { get; }

    public int MostRows { get; init; }

    public string Host(string? name) => name is null ? "?" : PlainText.OneLine(_unique.Contains(name) ? Short(name) : name);

    public string Fit(string name, TextStyle style, int room = LongestName) =>
        Verbose ? name : LineWidth.Fit(PlainText.OneLine(name), Math.Max(room, LongestName), style);

    public string Server(string? server) => SeveralVCenters && server is not null ? PlainText.OneLine(server) : "";

    public string Subject(Subject subject)
    {
        var name = PlainText.OneLine(subject.Name);
        return Server(subject.Server) is { Length: > 0 } server ? $"{name} ({server})" : name;
    }

    public string Cluster(ClusterRow cluster)
    {
        var where = new[] { cluster.Facts?.Datacenter, SeveralVCenters ? cluster.VCenter.Server : null }.OfType<string>().ToList();
        return PlainText.OneLine(where.Count == 0 ? cluster.Name : $"{cluster.Name} ({string.Join(", ", where)})");
    }

    public void WriteMore(Page page, int rows, string format, int indent = 2) =>
        SectionText.WriteMore(page, rows - MostRows, $"--output {format} has them all", indent);

    public static HashSet<string> Unambiguous(IEnumerable<string> names) => names.Distinct()
        .Where(name => !IPAddress.TryParse(name, out _))
        .GroupBy(Short, StringComparer.OrdinalIgnoreCase)
        .Where(same => same.Key.Length > 0 && !same.Skip(1).Any())
        .Select(same => same.Single())
        .ToHashSet();

    public static string Short(string name) => name.Split('.')[0];
}
