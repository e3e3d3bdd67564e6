using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Planning;
using TimerProbe.Core.Units;

namespace TimerProbe.Reporting.Tests.Html;

/// <summary>A plan of each kind, from the sample scan of the documentation.</summary>
public static class SamplePlans
{
    public const string Host = "esx01.lab.example";

    private static readonly DateTimeOffset Now = new(2026, 11, 26, 3, 0, 0, TimeSpan.Zero);

    public static ScanDocument Scan { get; } = DocumentJson.Read<ScanDocument>(File.ReadAllText(TimerProbe.Tests.Shared.Repository.Path("docs", "samples", "scan.json")));

    public static PlanDocument Evacuate => Planner(Scan).Evacuate([Host]);

    public static PlanDocument Home => Planner(Scan).Home();

    public static PlanDocument Add => Planner(Scan).Add("prod", 2, Frequency.FromMegahertz(2593.905))!;

    public static PlanDocument Merge => Planner(Scan).Merge(Scan.VCenters[0].Clusters[0].Name, Scan.VCenters[0].Clusters[1].Name)!;

    public static PlanDocument Rules => Planner(Scan).Rules();

    /// <summary>What became of the way home after its first three moves were made.</summary>
    public static PlanDocument Verify
    {
        get
        {
            var done = Home.Moves.Take(3).ToDictionary(move => move.MachineId, StringComparer.Ordinal);
            return Planner(Scan with
            {
                StartedAt = Now.AddDays(1),
                VCenters =
                [
                    .. Scan.VCenters.Select(center => center with
                    {
                        VirtualMachines =
                        [
                            .. center.VirtualMachines.Select(machine => done.GetValueOrDefault(machine.Id) is { } move
                                ? machine with { Host = move.To, HostId = move.ToId, Placement = Placement.Home }
                                : machine),
                        ],
                    }),
                ],
            }).Verify(Home);
        }
    }

    public static Planner Planner(ScanDocument scan) => new([scan], new PlanSettings(), new ToolInfo("0.1.0"), Now, Guid.Empty);
}
