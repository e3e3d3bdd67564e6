namespace TimerProbe.Reporting.Tests.Html;

/// <summary>A plan of each kind, from the sample scan of the documentation.</summary>
public static class SamplePlans
{
    public const string Host = "esx01.lab.example";

    private static readonly DateTimeOffset Now = new(2026, 11, 26, 3, 0, 0, TimeSpan.Zero);

    public static ScanDocument Scan { get; } = DocumentJson.Read<ScanDocument>(
        File.ReadAllText(TimerProbe.Tests.Shared.Repository.Path("docs", "samples", "scan.json")));

    public static PlanDocument Evacuate => Planner(Scan).Evacuate([Host]);

    public static PlanDocument Home => Planner(Scan).Home();

    public static PlanDocument Rules => Planner(Scan).Rules();

    public static Planner Planner(ScanDocument scan) => new([scan], new PlanSettings(), new ToolInfo("0.1.0"), Now, Guid.Empty);
}
