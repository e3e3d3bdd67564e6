namespace TimerProbe.Fleet.Tests.Alerts;

public sealed class AlertMakingTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;
    private static readonly AlertRules Rules = new() { Channels = ["webhook", "mail"], NotAnsweredAfter = 3 };

    /// <summary>What each of these scans, an hour apart, made an alert of for every channel.</summary>
    [Theory]
    [InlineData("home home away away home", "- - wentAway - cameHome")]
    [InlineData("home failed failed failed failed home failed home", "- scanFailed - notAnswering - answersAgain scanFailed scanRecovered")]
    [InlineData("home partial partial home home", "- scanPartial - scanRecovered -")]
    [InlineData("partial partial home partial", "- - scanRecovered scanPartial")] // not before one was in full
    [InlineData("failed partial home", "scanFailed - scanRecovered")]
    [InlineData("healthy slow unclear home slow unclear healthy", "- turnedSlow - - - - noLongerSlow")] // a scan that knows nothing of a clock changes nothing
    public async Task What_changes_between_scans_is_told_of_once(string scans, string told)
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        var alerts = new List<string>();
        foreach (var (number, scan) in scans.Split(' ').Index())
        {
            IReadOnlyList<NewAlert> made = [];
            await store.SaveAsync(SampleFleet.Scan(At.AddHours(number), VCenter(scan)),
                new SaveOptions { Alerts = run => made = AlertMaking.Create(run, Rules) }, Cancel);
            Assert.Equal(made.Count == 0 ? [] : Rules.Channels.Order(), made.Select(alert => alert.Channel).Order());
            alerts.Add(made.Select(alert => alert.Kind).Distinct().SingleOrDefault() ?? "-");
        }

        Assert.Equal(told, string.Join(' ', alerts));
    }

    [Theory]
    [InlineData(null, "slow", "turnedSlow")]
    [InlineData("healthy", "check", null)]
    public void A_verdict_is_told_of_when_it_turns_slow_or_from_slow(string? earlier, string later, string? kind)
    {
        var change = Change(1) with { Kind = ChangeKind.VerdictChanged, Earlier = earlier, Later = later };
        Assert.Equal(kind is null ? [] : [kind], Of(change).Select(alert => alert.Kind));
    }

    [Theory]
    [InlineData(ChangeKind.WatchSilent, 1, "VM0 is no longer watched: its watch has said nothing for two hours")]
    [InlineData(ChangeKind.WatchSilent, 21, "21 guests are no longer watched: their watches have said nothing for two hours")]
    [InlineData(ChangeKind.WatchResumed, 1, "VM0 is watched again, or its watch said that it ends")]
    [InlineData(ChangeKind.WatchResumed, 21, "21 guests are watched again, or their watches said that they end")]
    public void A_watch_that_falls_silent_and_is_heard_again_is_told_of(ChangeKind kind, int guests, string title)
    {
        var made = Assert.Single(Of([.. Enumerable.Range(0, guests)
            .Select(guest => Change(guest) with { Kind = kind, Subject = SubjectKind.Guest, Id = null, Server = null })]));
        Assert.Equal((title, kind == ChangeKind.WatchResumed), (AlertPayload.Read(made.Payload).Title, AlertPayload.IsGood(made.Kind)));
    }

    [Theory]
    [InlineData(20, 20, 20)]
    [InlineData(21, 1, 20)]
    [InlineData(1000, 1, 20)]
    public void A_flood_is_one_alert(int machines, int alerts, int named)
    {
        var made = Of([.. Enumerable.Range(0, machines).Select(Change)]);
        Assert.Equal(alerts, made.Count);
        var payloads = made.Select(alert => AlertPayload.Read(alert.Payload)).ToList();
        Assert.Equal((machines, named), (payloads.Sum(payload => payload.Count), payloads.Sum(payload => payload.Subjects.Count)));
    }

    [Theory]
    [InlineData("https://timerprobe.example.org", 1, "https://timerprobe.example.org/machines?text=VM%200&vcenter=vc1.example.org")]
    [InlineData("https://timerprobe.example.org/", 30, "https://timerprobe.example.org/machines?vcenter=vc1.example.org")]
    [InlineData("https://timerprobe.example.org/", 0, "https://timerprobe.example.org/scans")]
    [InlineData(null, 1, null)]
    public void It_leads_to_the_page_of_whom_it_tells(string? server, int machines, string? link)
    {
        var failed = new TargetHealth("vc1.example.org", 1, At, LastSuccessAt: null, "it refused the login");
        var run = Run([.. Enumerable.Range(0, machines).Select(machine =>
            Change(machine) with { Name = $"VM {machine}", Server = "vc1.example.org" })]) with
        { Targets = machines == 0 ? [failed] : [] };
        var made = AlertMaking.Create(run, Rules with { Channels = ["webhook"], PublicAddress = server is null ? null : new Uri(server) });
        Assert.Equal(link, AlertPayload.Read(Assert.Single(made).Payload).Link);
    }

    [Fact]
    public void The_same_facts_make_the_same_ids_and_others_make_others() => Prop.ForAll<int, string, bool>((machine, name, isMany) =>
    {
        FleetChange[] changes = [.. Enumerable.Range(machine, isMany ? 30 : 1).Select(Change)
            .Select(change => change with { Server = name, At = At.AddMilliseconds(machine) })];
        var ids = Of(changes).Select(alert => alert.Id).ToHashSet();
        var reversed = Of([.. changes.Reverse()]).Select(alert => alert.Id).ToHashSet();
        var later = Of([.. changes.Select(change => change with { At = change.At.AddMilliseconds(1) })]).Select(alert => alert.Id);
        var elsewhere = Of([.. changes.Select(change => change with { Server = name + "x" })]).Select(alert => alert.Id);
        return ids.SetEquals(reversed) && !ids.Overlaps(later) && !ids.Overlaps(elsewhere);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void No_name_stands_raw_in_a_payload_or_commands_a_line() => Prop.ForAll<string>(name =>
    {
        var alert = Of(Change(1) with { Name = name ?? "", Server = name }).Single();
        return System.Text.Ascii.IsValid(alert.Payload) && !alert.Payload.Any(char.IsControl) && !alert.Subject.Any(char.IsControl)
            && !AlertPayload.Read(alert.Payload).Title.Any(char.IsControl);
    }).QuickCheckThrowOnFailure();

    private static IReadOnlyList<NewAlert> Of(params FleetChange[] changes) =>
        AlertMaking.Create(Run(changes), Rules with { Channels = ["mail"] });

    private static SavedRun Run(params FleetChange[] changes) => new() { RunId = 1, DocumentId = Guid.Empty, Changes = changes };

    private static FleetChange Change(int machine) => new()
    {
        Kind = ChangeKind.WentAway,
        At = At,
        Subject = SubjectKind.VirtualMachine,
        Id = FormattableString.Invariant($"vm-{machine}"),
        Name = FormattableString.Invariant($"VM{machine}"),
        Server = SampleFleet.Server,
    };

    private static VCenterFacts VCenter(string scan)
    {
        var home = SampleFleet.VCenter(machines: 5);
        return scan switch
        {
            "home" => home,
            "away" => home.Moved((3, 0)),
            "partial" => home with { Status = ReadStatus.Partial, Problems = ["events could not be read"] },
            "failed" => new VCenterFacts { Server = SampleFleet.Server, Status = ReadStatus.Failed, Problems = ["it refused the login"] },
            _ => home.With(3, machine => machine with
            {
                Guest = new JoinedGuest(Guid.Empty, Enum.Parse<ClockState>(scan, ignoreCase: true), scan == "slow" ? ClockCause.TscTrapped : ClockCause.None, "uuid") { Source = GuestSource.File },
            }),
        };
    }
}
