namespace TimerProbe.Server.Tests.Views;

/// <summary>Checks that come in one after another are judged as if whole documents were judged with all of them at once.</summary>
public sealed class SavedScanTests
{
    private const int Checks = 8;

    private static readonly DateTimeOffset Now = SampleScan.Start + TimeSpan.FromHours(2);

    private static readonly (ClockState State, ClockCause Cause)[] Verdicts =
    [
        (ClockState.Slow, ClockCause.TscTrapped),
        (ClockState.Slow, ClockCause.Unknown),
        (ClockState.Healthy, ClockCause.None),
        (ClockState.Unclear, ClockCause.None),
    ];

    private static readonly string[] Estates = ["sample", "hostile", "large"];

    public static TheoryData<string, int> Fleets =>
    [
        .. from fleet in Estates
           from seed in Enumerable.Range(1, fleet == "large" ? 2 : 25)
           select (fleet, seed),
    ];

    [Theory]
    [MemberData(nameof(Fleets))]
    public void Checks_one_after_another_say_what_all_at_once_say(string fleet, int seed)
    {
        var random = new Random(seed);
        var document = WithoutGuests(fleet switch
        {
            "sample" => SampleScan.Document,
            "hostile" => HostileScan.Document,
            _ => LargeScan.Document,
        });
        var shown = document.VCenters.Select(vcenter => SavedScan.From(document, vcenter.Server)).OfType<SavedScan>().ToList();
        var machines = shown.SelectMany(scan => scan.VCenter.VirtualMachines.Select(machine => (scan.Server, Machine: machine))).ToList();
        var checks = new List<GuestResult>();
        for (var i = 0; i < Checks; i++)
        {
            var (server, machine) = machines[random.Next(machines.Count)];
            checks.RemoveAll(check => check.Name == machine.Name && check.SmbiosUuid == machine.Uuid);
            checks.Add(Draw(machine, random, Now.AddMinutes(i - Checks)));
            shown = shown.ConvertAll(scan => scan.Server == server ? scan.Join(checks, MuteList.None, Now) : scan);
        }

        var atOnce = SavedChecks.Join(document, checks, MuteList.None, Now);
        var judged = shown.FindAll(scan => scan.VCenter.VirtualMachines.Any(machine => machine.GuestResult is not null));
        Assert.NotEmpty(judged);
        Assert.All(judged, scan => Assert.Equal(Json(SavedScan.From(atOnce, scan.Server)!), Json(scan)));
        Assert.All(shown.Except(judged), scan => Assert.Equal(Json(SavedScan.From(document, scan.Server)!), Json(scan)));
    }

    private static string Json(SavedScan scan) => DocumentJson.Write(scan.Document);

    private static ScanDocument WithoutGuests(ScanDocument document) => document with
    {
        Anonymized = false,
        VCenters =
        [
            .. document.VCenters.Index().Select(center => center.Item with
            {
                VirtualMachines =
                [
                    .. center.Item.VirtualMachines.Index().Select(machine => machine.Item with
                    {
                        Uuid = $"4222a1b2-c3d4-4e5f-{8000 + center.Index}-{machine.Index:000000000000}",
                        GuestResult = null,
                    }),
                ],
            }),
        ],
    };

    private static GuestResult Draw(VirtualMachineFacts machine, Random random, DateTimeOffset at)
    {
        var (state, cause) = Verdicts[random.Next(Verdicts.Length)];
        return new(machine.Name, random.Next(4) == 0 ? null : machine.Uuid, new JoinedGuest(Guid.NewGuid(), state, cause, "")
        {
            MeasuredAt = at,
            Source = GuestSource.Store,
            VirtualTscHz = random.Next(3) switch { 0 => null, 1 => machine.HostHz, _ => machine.HomeHz },
            PreciseTimeNs = new Duration(state == ClockState.Healthy ? 25 : 900),
        });
    }
}
