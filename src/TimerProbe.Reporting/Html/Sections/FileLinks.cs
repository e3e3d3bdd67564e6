namespace TimerProbe.Reporting.Html;

/// <summary>The parts of a file: its table of machines is filtered by its script.</summary>
internal sealed class FileLinks(IReadOnlyDictionary<Finding, string> anchors) : FleetLinks
{
    private const string Table = "#machines";

    public override PageLink? Machine(MachineRow machine) => null;

    public override PageLink Machines(Standing standing) => new(Table, standing switch
    {
        Standing.WrongTime => "placement=away, wrong time",
        Standing.Slow => "guest=slow",
        Standing.ExpectedSlow => "placement=away, expected slow",
        Standing.Open => "placement=away, undecided",
        Standing.Unaffected => "placement=away, not affected",
        _ => $"placement={MachineMark.For(standing).Kind}",
    });

    public override PageLink Machines(ClusterRow cluster, ClassRow? home, ClassRow present) => home == present
        ? new(Table, $"placement=home&hostHz={Range(present)}")
        : new(Table, $"placement=away&hostHz={Range(present)}{(home is null ? "" : $"&homeHz={Range(home)}")}");

    public override PageLink Cluster(ClusterRow cluster) => new($"#{ClusterSection.GetAnchor(cluster)}");

    public override PageLink Finding(Finding finding) => new($"#{anchors[finding]}");

    public override PageLink Rule(string rule) => new($"#{rule}");

    public override PageLink Explanation => new("#about");

    private static string Range(ClassRow lane) => $"{lane.Class!.LowHz.Megahertz:0.000}..{lane.Class.HighHz.Megahertz:0.000}";
}
