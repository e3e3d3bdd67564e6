using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

/// <summary>What a store has of guests, joined beside files and what guests published.</summary>
public sealed class StoredJoinTests
{
    private static readonly DateTimeOffset Now = Boot.AddDays(30);
    private static readonly DateTimeOffset Fresh = Now.AddHours(-1);

    [Fact]
    public void It_stands_beside_the_machine_of_its_UUID_in_either_byte_order()
    {
        var result = Stored(Fresh) with { SmbiosUuid = GuestUuid.Swapped(Uuid) };
        var joined = Join(result);
        var guest = joined.VCenters[0].VirtualMachines[0].Guest!;
        Assert.Equal((GuestSource.Store, "uuid", ClockState.Slow, Fresh), (guest.Source, guest.MatchedBy, guest.State, guest.MeasuredAt));
        Assert.Equal(new StoredResultsFacts(1, 1, 0, 0, 0), joined.Stored);
        Assert.Equal((0, 0), (joined.Files.MatchedByUuid, joined.Files.Unmatched.Count));
    }

    [Fact]
    public void One_of_another_vCenters_guest_is_counted_and_no_complaint()
    {
        var joined = Join(Stored(Fresh) with { SmbiosUuid = "42221a1b-1c1d-4e1f-8202-000000000000" });
        Assert.Null(joined.VCenters[0].VirtualMachines[0].GuestResult);
        Assert.Equal((new StoredResultsFacts(1, 0, 0, 0, 1), 0), (joined.Stored, joined.Files.Unmatched.Count));
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(1, "it is older than 7 days")]
    public void It_is_stale_at_the_age_of_a_published_one_and_tells_the_home_still(int seconds, string? why)
    {
        var joined = Join([], Stored(Now.AddDays(-7).AddSeconds(-seconds), told: Fast.Hz));
        var machine = joined.VCenters[0].VirtualMachines[0];
        Assert.Equal((why, HomeSource.Guest), (machine.GuestResult?.Stale, machine.HomeSource));
        Assert.Equal(why is null ? new StoredResultsFacts(1, 1, 0, 0, 0) : new StoredResultsFacts(1, 0, 1, 0, 0), joined.Stored);
    }

    [Fact]
    public void A_file_of_any_age_stands_in_for_one_that_is_too_old()
    {
        var joined = Join(MovedAway, Stored(Now.AddDays(-8)), files: [Filed(Now.AddDays(-9))]);
        Assert.Equal(GuestSource.File, joined.VCenters[0].VirtualMachines[0].Guest?.Source);
        Assert.Equal((new StoredResultsFacts(1, 0, 0, 1, 0), 0), (joined.Stored, joined.Files.Unmatched.Count));
    }

    [Fact]
    public void The_newer_of_a_file_and_a_saved_one_counts()
    {
        Assert.Equal(GuestSource.Store, GetSource(Join(MovedAway, Stored(Fresh), files: [Filed(Fresh.AddMinutes(-1))])));
        Assert.Equal(GuestSource.File, GetSource(Join(MovedAway, Stored(Fresh), files: [Filed(Fresh.AddMinutes(1))])));
    }

    [Fact]
    public void A_file_and_its_stored_copy_are_one()
    {
        var file = Filed(Fresh);
        var joined = Join(MovedAway, Stored(Fresh, id: file.Id), files: [file]);
        Assert.Equal((GuestSource.File, 1, 0), (GetSource(joined), joined.Files.MatchedByUuid, joined.Files.Unmatched.Count));
        Assert.Equal(new StoredResultsFacts(1, 0, 0, 1, 0), joined.Stored);
    }

    [Fact]
    public void Joined_again_it_leaves_a_scan_that_was_saved_as_it_is()
    {
        var result = Stored(Fresh);
        var saved = Join(result).VCenters;
        var again = JoinAgain(saved, result);
        Assert.Same(saved[0].VirtualMachines[0], again.VCenters[0].VirtualMachines[0]);
    }

    [Theory]
    [InlineData(1, ClockState.Healthy, 0)]
    [InlineData(0, ClockState.Slow, 1)]
    [InlineData(-1, ClockState.Slow, 1)]
    public void A_newer_one_takes_the_place_of_what_a_saved_scan_has_and_an_older_one_does_not(int minutes, ClockState state, int superseded)
    {
        var again = JoinAgain(Join(Stored(Fresh)).VCenters, Stored(Fresh.AddMinutes(minutes), ClockState.Healthy));
        Assert.Equal((state, superseded), (again.VCenters[0].VirtualMachines[0].Guest!.State, again.Stored!.Superseded));
    }

    [Fact]
    public void A_newer_one_by_name_does_not_take_the_place_of_one_by_UUID_in_a_saved_scan()
    {
        var saved = Join(Stored(Fresh)).VCenters;
        var byName = Stored(Fresh.AddMinutes(1), ClockState.Healthy) with { SmbiosUuid = null };
        Assert.Equal((ClockState.Slow, "uuid"), Again(saved, byName));
        var savedByName = Join(Stored(Fresh) with { SmbiosUuid = null }).VCenters;
        Assert.Equal((ClockState.Healthy, "name"), Again(savedByName, byName));

        static (ClockState, string) Again(IReadOnlyList<VCenterFacts> saved, GuestResult stored)
        {
            var again = JoinAgain(saved, stored);
            var guest = again.VCenters[0].VirtualMachines[0].Guest!;
            return (guest.State, guest.MatchedBy);
        }
    }

    [Theory]
    [InlineData(-300_000, false)]
    [InlineData(0, false)] // of one time the guest's own counts
    [InlineData(400, true)] // its own copy
    public void Behind_what_the_guest_has_published_it_is_superseded(int milliseconds, bool isCopy)
    {
        var id = Guid.NewGuid();
        var joined = Join(MovedAway, Stored(Fresh.AddMilliseconds(milliseconds), id: isCopy ? id : null), published: Published(Fresh, id));
        Assert.Equal((GuestSource.Published, 1, 0), (GetSource(joined), joined.Published?.Counted, joined.Published?.Superseded));
        Assert.Equal(new StoredResultsFacts(1, 0, 0, 1, 0), joined.Stored);
    }

    [Fact]
    public void A_stale_one_stands_beside_a_machine_that_is_on_and_a_stale_file_beside_none()
    {
        var (old, day) = (Now.AddDays(-40), TimeSpan.FromDays(1));
        Assert.Equal("it was measured before the virtual machine was last powered on", Join(Stored(old)).VCenters[0].VirtualMachines[0].GuestResult?.Stale);
        var off = Place(Reading((Machine("db01", Fast) with { Uuid = Uuid, Placement = Facts.Placement.Off }, [])));
        Assert.Null(new GuestJoin(Rules, day).Join([off], [], [new Dictionary<string, string>()], [Stored(Fresh)], Now)
            .VCenters[0].VirtualMachines[0].GuestResult);
        var on = Place(Reading((Machine("db01", Fast) with { Uuid = Uuid }, MovedAway)));
        var filed = new GuestJoin(Rules, day).Join([on], [GuestResult.From(Filed(old))], [new Dictionary<string, string>()], [], Now);
        Assert.Null(filed.VCenters[0].VirtualMachines[0].GuestResult);
        var unmatched = Assert.Single(filed.Files.Unmatched);
        Assert.Equal((unmatched.Why, filed.Stored), (unmatched.WhyDetails?.Text, null));
    }

    [Theory]
    [InlineData(24, "it is older than 24 hours")]
    [InlineData(47.5, "it is older than 47.5 hours")]
    [InlineData(48, "it is older than 2 days")]
    public void An_age_is_said_in_hours_below_two_days(double hours, string why)
    {
        var age = TimeSpan.FromHours(hours);
        Assert.Null(ResultAge.TooOld(ProblemCode.ResultStale, Now - age, Now, age));
        Assert.Equal(why, ResultAge.TooOld(ProblemCode.ResultStale, Now - age - TimeSpan.FromTicks(1), Now, age)?.Text);
    }

    [Fact]
    public void One_as_old_as_may_be_counts_before_a_file_that_is_older() =>
        Assert.Equal(GuestSource.Store, GetSource(Join(MovedAway, Stored(Now.AddDays(-7)), files: [Filed(Now.AddDays(-8))])));

    [Fact]
    public void A_frequency_of_a_guest_of_the_same_name_is_evidence_where_nothing_else_tells_the_home()
    {
        var ofName = Stored(Fresh, told: Fast.Hz) with { SmbiosUuid = null };
        Assert.Equal(
            (HomeSource.Guest, EvidenceCertainty.Inferred, "a guest of this name was given this frequency (CPUID 0x40000010)"),
            Assert.Single(GetEvidence(Join([], ofName))) is var only ? (only.Source, only.Certainty, only.Says) : default);
        Assert.Equal([HomeSource.Event], GetEvidence(Join(MovedAway, ofName)).Select(item => item.Source));

        static IReadOnlyList<HomeEvidence> GetEvidence(GuestJoinResult joined) => joined.VCenters[0].VirtualMachines[0].HomeEvidence!;
    }

    [Fact]
    public void What_a_saved_scan_has_stays_where_the_published_one_is_stale()
    {
        var saved = Join(Stored(Fresh)).VCenters;
        var again = new GuestJoin(Rules, GuestJoin.DefaultMaxAge).Join(saved, [], [Left(Published(Now.AddDays(-8)))], [], Now);
        Assert.Equal((GuestSource.Store, 1), (GetSource(again), again.Published!.Stale));
    }

    [Fact]
    public void Of_two_that_are_stale_the_published_one_is_shown() => Assert.Equal(
        GuestSource.Published,
        Join(MovedAway, Stored(Now.AddDays(-9)), published: Published(Now.AddDays(-8))).VCenters[0].VirtualMachines[0].GuestResult?.Source);

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(1, 0, false)]
    [InlineData(0, 1, false)]
    public void It_tells_the_home_at_the_most_age_and_of_the_time_of_a_revert(int older, int revertedAfter, bool tells)
    {
        var at = Now.AddDays(-7).AddSeconds(-older);
        var machine = Machine("db01", Fast) with { BootTime = null, RevertedAt = at.AddSeconds(revertedAfter) };
        Assert.Equal(tells, ResultAge.ShowsHome(machine, at, Now, TimeSpan.FromDays(7)));
    }

    [Fact]
    public void A_guest_without_a_name_is_not_that_of_a_machine_that_tells_none()
    {
        var nameless = Reading((Machine("db01", Fast) with { GuestHostName = "" }, MovedAway));
        var joined = new GuestJoin(Rules, GuestJoin.DefaultMaxAge)
            .Join([Place(nameless)], [], [Left(value: null)], [Stored(Fresh) with { Name = "", SmbiosUuid = null }], Now);
        Assert.Equal(new StoredResultsFacts(1, 0, 0, 0, 1), joined.Stored);
    }

    private static GuestSource? GetSource(GuestJoinResult joined) => joined.VCenters[0].VirtualMachines[0].Guest?.Source;

    private static GuestJoinResult Join(GuestResult stored) => Join(MovedAway, stored);

    private static GuestJoinResult Join(MachineEvent[] events, GuestResult stored, CheckDocument[]? files = null, string? published = null)
    {
        var reading = Reading((Machine("db01", Fast) with { Uuid = Uuid }, events));
        return new GuestJoin(Rules, GuestJoin.DefaultMaxAge).Join([Place(reading)], [.. (files ?? []).Select(GuestResult.From)], [Left(published)], [stored], Now);
    }

    private static GuestJoinResult JoinAgain(IReadOnlyList<VCenterFacts> saved, GuestResult stored) =>
        new GuestJoin(Rules, GuestJoin.DefaultMaxAge).Join(saved, [], [new Dictionary<string, string>()], [stored], Now);

    private static Dictionary<string, string> Left(string? value) =>
        value is null ? new(StringComparer.Ordinal) : new(StringComparer.Ordinal) { ["vm-db01"] = value };

    private static string Published(DateTimeOffset at, Guid? id = null) => PublishedCheckJson.Write(
        new PublishedCheck { MeasuredAt = at, Id = id ?? Guid.NewGuid(), State = ClockState.Slow, Cause = ClockCause.TscTrapped, ToolVersion = "0.2.0" });

    private static GuestResult Stored(DateTimeOffset at, ClockState state = ClockState.Slow, Frequency? told = null, Guid? id = null) =>
        new("db01", Uuid, new JoinedGuest(id ?? Guid.NewGuid(), state, state == ClockState.Slow ? ClockCause.TscTrapped : ClockCause.None, "")
        {
            MeasuredAt = at,
            VirtualTscHz = told,
            Source = GuestSource.Store,
        });

    private static CheckDocument Filed(DateTimeOffset at) => GuestFactsBuilder.WindowsOnVMware.Identified(Uuid).ToDocument(at);
}
