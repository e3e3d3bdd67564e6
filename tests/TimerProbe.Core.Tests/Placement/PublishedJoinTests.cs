using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class PublishedJoinTests
{
    private static readonly DateTimeOffset Now = Boot.AddDays(30);
    private static readonly DateTimeOffset Fresh = Now.AddHours(-1);

    [Fact]
    public void It_belongs_to_the_machine_that_has_it()
    {
        var (machine, published, _) = Join(Machine("db01", Fast), MovedAway, Value(Fresh));
        Assert.Equal(
            ("machine", GuestSource.Published, ClockState.Slow, Fresh, null),
            (machine.Guest?.MatchedBy, machine.Guest?.Source, machine.Guest!.State, machine.Guest.MeasuredAt, machine.Guest.Stale));
        Assert.Equal((1, 1, 0, 0, 0), Counts(published!));
    }

    [Fact]
    public void It_is_stale_after_a_change()
    {
        const string why = "it was measured before the virtual machine last changed hosts";
        MachineEvent[] events = [.. MovedAway, Event((30 * 24 * 3600) - 1800, MachineEventKind.Moved, Fast, Slow)];
        var (machine, published, _) = Join(Machine("db01", Fast), events, Value(Fresh));
        Assert.Null(machine.Guest);
        Assert.Equal((why, why), (machine.GuestResult?.Stale, machine.GuestResult?.StaleDetails?.Text));
        Assert.Equal((1, 0, 1, 0, 0), Counts(published!));
    }

    [Fact]
    public void What_a_machine_that_is_off_kept_is_nobodys()
    {
        var (machine, published, _) = Join(Machine("db01", Slow) with { Placement = Facts.Placement.Off }, [], Value(Fresh));
        Assert.Null(machine.GuestResult);
        Assert.Null(published);
    }

    [Fact]
    public void What_is_none_is_refused_and_changes_nothing()
    {
        var (machine, published, _) = Join(Machine("db01", Fast), MovedAway, "{\"v\":9}");
        Assert.Null(machine.GuestResult);
        Assert.Equal((1, 0, 0, 0, 1), Counts(published!));
        var refused = Assert.Single(published!.Refused);
        Assert.Equal(("db01", "vm-db01", "vc1.example.org", "this release does not know its version, 9"), (refused.Machine, refused.Id, refused.Server, refused.Why));
    }

    [Fact]
    public void One_from_the_future_is_refused() => Assert.Equal(
        "it is from the future: the guest's clock, or this machine's, is wrong",
        Assert.Single(Join(Machine("db01", Fast), MovedAway, Value(Now.AddMinutes(10).AddSeconds(1))).Published!.Refused).Why);

    [Fact]
    public void Without_any_there_is_nothing_to_tell()
    {
        Assert.Null(Join(Machine("db01", Fast), MovedAway, value: "").Published);
        Assert.Null(Join(Machine("db01", Fast) with { FaultTolerance = FaultToleranceRole.Secondary }, MovedAway, Value(Fresh)).Published);
    }

    [Fact]
    public void Of_a_published_and_a_filed_result_the_newer_counts()
    {
        var machine = Machine("db01", Fast) with { Uuid = Uuid };
        Assert.Equal((GuestSource.File, 1), GetSource(Join(machine, MovedAway, Value(Fresh), Filed(Uuid, Fresh.AddMinutes(1)))));
        var (published, facts, files) = Join(machine, MovedAway, Value(Fresh), Filed(Uuid, Fresh.AddMinutes(-1)));
        Assert.Equal((GuestSource.Published, 0), GetSource((published, facts, files)));
        Assert.Equal("a newer result that the virtual machine has published is at hand", Assert.Single(files.Unmatched).Why);
    }

    [Fact]
    public void What_may_be_anothers_by_name_gives_way()
    {
        var (machine, _, files) = Join(Machine("db01", Fast), MovedAway, Value(Fresh), Filed(uuid: null, Fresh.AddMinutes(1)));
        Assert.Equal(GuestSource.Published, machine.Guest?.Source);
        Assert.Equal("the virtual machine of this name has published a result itself", Assert.Single(files.Unmatched).Why);
    }

    [Fact]
    public void A_file_that_holds_stands_in_for_a_stale_one()
    {
        var (machine, published, files) = Join(Machine("db01", Fast) with { Uuid = Uuid }, MovedAway, Value(Now.AddDays(-8)), Filed(Uuid, Now.AddDays(-9)));
        Assert.Equal(GuestSource.File, machine.Guest?.Source);
        Assert.Equal((1, 0, 1, 0, 0), Counts(published!));
        Assert.Empty(files.Unmatched);
    }

    [Fact]
    public void It_tells_where_the_machine_is_at_home_even_when_it_is_stale()
    {
        var (machine, _, _) = Join(Machine("db01", Fast), [], Value(Now.AddDays(-8), told: Slow.Hz));
        Assert.Equal((Facts.Placement.Away, HomeSource.Guest), (machine.Placement, machine.HomeSource));
        Assert.NotNull(machine.GuestResult?.Stale);
    }

    [Fact]
    public void It_tells_that_sql_server_is_there() => Assert.True(Join(Machine("db01", Fast), MovedAway, Value(Fresh, sql: true)).Machine.SqlServerExpected);

    private static (GuestSource? Source, int Superseded) GetSource(
        (VirtualMachineFacts Machine, PublishedResultsFacts? Published, GuestResultsFacts Files) joined) =>
        (joined.Machine.Guest?.Source, joined.Published!.Superseded);

    private static (int Machines, int Counted, int Stale, int Superseded, int Refused) Counts(PublishedResultsFacts published) =>
        (published.Machines, published.Counted, published.Stale, published.Superseded, published.Refused.Count);

    private static (VirtualMachineFacts Machine, PublishedResultsFacts? Published, GuestResultsFacts Files) Join(
        VirtualMachineFacts machine, MachineEvent[] events, string value, params CheckDocument[] files)
    {
        var joined = new GuestJoin(Rules, GuestJoin.DefaultMaxAge).Join([Place(Reading((machine, events)))], [.. files.Select(GuestResult.From)], [Published("db01", value)], [], Now);
        return (joined.VCenters[0].VirtualMachines[0], joined.Published, joined.Files);
    }

    private static Dictionary<string, string> Published(string machine, string value) => new(StringComparer.Ordinal) { [$"vm-{machine}"] = value };

    private static string Value(DateTimeOffset at, Frequency? told = null, bool sql = false) =>
        PublishedCheckJson.Write(new PublishedCheck
        {
            MeasuredAt = at,
            Id = Guid.NewGuid(),
            State = ClockState.Slow,
            Cause = ClockCause.TscTrapped,
            VirtualTscHz = told,
            ToolVersion = "0.2.0",
            SqlServer = sql,
        });

    private static CheckDocument Filed(string? uuid, DateTimeOffset at) => GuestFactsBuilder.WindowsOnVMware.Identified(uuid).ToDocument(at);
}
