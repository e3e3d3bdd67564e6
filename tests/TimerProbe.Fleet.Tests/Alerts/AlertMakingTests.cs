namespace TimerProbe.Fleet.Tests.Alerts;

public sealed class AlertMakingTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;
    private static readonly AlertRules Rules = new() { Channels = ["webhook", "mail"], NotAnsweredAfter = 3 };

    [Fact]
    public async Task A_machine_that_goes_away_and_comes_home_is_told_of_once_each_on_every_channel()
    {
        var home = SampleFleet.VCenter(machines: 20);
        var away = home.Moved((3, 0));

        Assert.Equal(
            [[], [], ["wentAway mail VM00003", "wentAway webhook VM00003"], [], ["cameHome mail VM00003", "cameHome webhook VM00003"]],
            await AfterEachAsync(home, home, away, away, home));
    }

    [Fact]
    public async Task A_vCenter_that_does_not_answer_is_told_of_at_first_and_at_the_count_that_is_set()
    {
        var well = SampleFleet.VCenter(machines: 5);
        var failed = new VCenterFacts { Server = SampleFleet.Server, Status = ReadStatus.Failed, Problems = ["it refused the login"] };
        var kinds = await AfterEachAsync(well, failed, failed, failed, failed, well, failed, well);

        Assert.Equal(["", "scanFailed", "", "notAnswering", "", "answersAgain", "scanFailed", "scanRecovered"], kinds.Select(kind => kind is [var first, ..] ? first.Split(' ')[0] : ""));
    }

    [Fact]
    public async Task A_scan_that_is_partial_is_told_of_when_it_becomes_so()
    {
        var well = SampleFleet.VCenter(machines: 5);
        var partial = well with { Status = ReadStatus.Partial, Problems = ["events could not be read"] };
        var kinds = await AfterEachAsync(well, partial, partial, well, well);

        Assert.Equal(["", "scanPartial", "", "scanRecovered", ""], kinds.Select(kind => kind is [var first, ..] ? first.Split(' ')[0] : ""));
    }

    [Fact]
    public async Task A_scan_that_is_partial_is_not_told_of_before_one_was_in_full()
    {
        var well = SampleFleet.VCenter(machines: 5);
        var partial = well with { Status = ReadStatus.Partial, Problems = ["events could not be read"] };
        var failed = new VCenterFacts { Server = SampleFleet.Server, Status = ReadStatus.Failed, Problems = ["it refused the login"] };

        Assert.Equal(["", "", "scanRecovered", "scanPartial"], KindsOf(await AfterEachAsync(partial, partial, well, partial)));
        Assert.Equal(["scanFailed", "", "scanRecovered"], KindsOf(await AfterEachAsync(failed, partial, well)));

        static IEnumerable<string> KindsOf(IEnumerable<IReadOnlyList<string>> told) =>
            told.Select(item => item is [var first, ..] ? first.Split(' ')[0] : "");
    }

    [Fact]
    public async Task A_slow_machine_is_not_told_of_again_after_a_scan_that_knows_nothing_of_its_clock()
    {
        var home = SampleFleet.VCenter(machines: 5);
        var kinds = await AfterEachAsync(
            Measured(ClockState.Healthy), Measured(ClockState.Slow), Measured(ClockState.Unclear), home, Measured(ClockState.Slow),
                Measured(ClockState.Unclear), Measured(ClockState.Healthy));

        Assert.Equal(["", "turnedSlow", "", "", "", "", "noLongerSlow"], kinds.Select(kind => kind is [var first, ..] ? first.Split(' ')[0] : ""));

        VCenterFacts Measured(ClockState state) => home.With(3, machine => machine with
        {
            Guest = new JoinedGuest(
                Guid.Empty, state, state == ClockState.Slow ? ClockCause.TscTrapped : ClockCause.None, "uuid")
            { Source = GuestSource.File },
        });
    }

    [Theory]
    [InlineData("healthy", "slow", "turnedSlow")]
    [InlineData(null, "slow", "turnedSlow")]
    [InlineData("slow", "healthy", "noLongerSlow")]
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

    [Fact]
    public void What_is_muted_makes_no_alert() => Assert.Single(
        AlertMaking.Create(Run(Change(1), Change(2)), Rules with { Channels = ["mail"], IsMuted = change => change.Name == "VM1" }));

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

    /// <summary>What each of these scans, an hour apart, made alerts of.</summary>
    private static async Task<IReadOnlyList<IReadOnlyList<string>>> AfterEachAsync(params VCenterFacts[] scans)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        var told = new List<IReadOnlyList<string>>();
        foreach (var (number, vcenter) in scans.Index())
        {
            IReadOnlyList<NewAlert> made = [];
            await store.SaveAsync(
                SampleFleet.Scan(At.AddHours(number), vcenter),
                    new SaveOptions { Alerts = run => made = AlertMaking.Create(run, Rules) }, Cancel);
            told.Add([.. made.Select(alert => $"{alert.Kind} {alert.Channel} {alert.Subject}").Order(StringComparer.Ordinal)]);
        }

        return told;
    }
}
