namespace TimerProbe.Server.Tests.Views;

/// <summary>What a guest hands in, on the pages and in the answers, without a scan in between.</summary>
public sealed class SavedCheckTests
{
    private const string Uuid = "4222a1b2-c3d4-4e5f-8081-828384858687";

    private static ScanDocument Scan
    {
        get
        {
            var vcenter = SampleScan.Document.VCenters[0];
            var away = vcenter.VirtualMachines.First(machine => machine.Placement == Placement.Away);
            return SampleScan.Document with
            {
                Id = Guid.CreateVersion7(),
                VCenters =
                [
                    vcenter with
                    {
                        VirtualMachines =
                        [
                            away with { Name = "SQL77", Id = "vm-77", Uuid = Uuid, BootTime = new DateTimeOffset(2020, 1, 1, 0, 0, 0,
                                TimeSpan.Zero), GuestResult = null, Power = new(), MovedAt = null, ResumedAt = null, RevertedAt = null },
                            .. vcenter.VirtualMachines.Select(machine => machine with { GuestResult = null }),
                        ],
                    },
                ],
                GuestResults = null,
                Findings = [],
            };
        }
    }

    [Theory]
    [ClassData<Engines>]
    public async Task A_slow_check_makes_its_machine_measured_slow_on_every_page(Engine engine)
    {
        await using var fleet = await FleetNode.StartAsync(engine, Scan);
        Assert.Equal(0, await SlowAsync(fleet));

        Assert.Equal(HttpStatusCode.Created, await fleet.HandInAsync(Check(ClockState.Slow)));
        await Until.Async(async () => await SlowAsync(fleet) == 1, () => "the machine is not measured slow");

        Assert.Contains("measured=slow\"><b>1 ", await fleet.GetAsync("/"), StringComparison.Ordinal);
        var machine = await MachineAsync(fleet);
        Assert.Equal("slow", machine.GetProperty("facts").GetProperty("guest").GetProperty("state").GetString());
        var answer = JsonDocument.Parse(await fleet.GetAsync($"/api/v1/machines/{machine.GetProperty("id").GetString()}")).RootElement;
        Assert.Equal("critical", GetSeverity(answer));
        Assert.Contains("<b>SLOW, ", await fleet.GetAsync($"/machines/{machine.GetProperty("id").GetString()}/plan"), StringComparison.Ordinal);
        Assert.Contains("timerprobe_fleet_slow_virtual_machines 1\n", await fleet.GetAsync("/metrics"), StringComparison.Ordinal);
        Assert.Contains("timerprobe_fleet_unknown_guests 0\n", await fleet.GetAsync("/metrics"), StringComparison.Ordinal);
        Assert.DoesNotContain("not in any scan", await fleet.GetAsync("/"), StringComparison.Ordinal);

        Assert.Equal(HttpStatusCode.Created, await fleet.HandInAsync(Check(ClockState.Healthy)));
        await Until.Async(async () => await SlowAsync(fleet) == 0, () => "the machine is measured slow still");
        var fast = JsonDocument.Parse(await fleet.GetAsync($"/api/v1/machines/{machine.GetProperty("id").GetString()}")).RootElement;
        Assert.DoesNotContain(fast.GetProperty("findings").EnumerateArray(), finding => finding.GetProperty("rule").GetString() == "TP201");
        Assert.Contains("<b>FAST:</b>", await fleet.GetAsync($"/machines/{machine.GetProperty("id").GetString()}/plan"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_guest_that_no_scan_knows_is_listed()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, Scan);
        var check = Check(ClockState.Slow);
        Assert.Equal(HttpStatusCode.Created, await fleet.HandInAsync(
            check with { Machine = check.Machine with { Name = "<i>LONE</i>", SmbiosUuid = "4222a1b2-c3d4-4e5f-8081-000000000000" } }));
        await Until.Async(async () => (await FleetAsync(fleet)).GetProperty("unknownGuests").GetInt32() == 1, () => "the guest is not listed");

        Assert.Contains("href=\"/guests\"", await fleet.GetAsync("/"), StringComparison.Ordinal);
        var none = await fleet.GetAsync("/machines?text=LONE");
        Assert.Contains("<a href=\"/guests\">1 guest not in any scan</a>", none, StringComparison.Ordinal);
        Assert.Contains("&lt;i&gt;LONE&lt;/i&gt;", none, StringComparison.Ordinal);
        var page = await fleet.GetAsync("/guests");
        Assert.Contains("&lt;i&gt;LONE&lt;/i&gt;", page, StringComparison.Ordinal);
        Assert.Contains(">slow</td>", page, StringComparison.Ordinal);
        var guest = JsonDocument.Parse(await fleet.GetAsync("/api/v1/guests")).RootElement.GetProperty("items")[0];
        Assert.Equal(("slow", check.Id), (guest.GetProperty("state").GetString(), guest.GetProperty("documentId").GetGuid()));
        Assert.Contains("timerprobe_fleet_unknown_guests 1\n", await fleet.GetAsync("/metrics"), StringComparison.Ordinal);
        Assert.Equal(0, await SlowAsync(fleet));
    }

    [Fact]
    public async Task What_a_command_saved_before_the_node_began_is_there_from_the_start()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await Saved.ScanAsync(place, Scan);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(Check(ClockState.Slow), cancellationToken: Cancel);

        using var latest = await LatestFleetTests.StartedAsync(store);
        Assert.Equal(1, (await latest.WaitAsync(0, Cancel)).Report.Counts.Slow);
        await latest.StopAsync(Cancel);
    }

    private static CheckDocument Check(ClockState state)
    {
        var check = Submission.Check("SQL77", state);
        var machine = check.Machine with { SmbiosUuid = Uuid, Hypervisor = check.Machine.Hypervisor with { VirtualTscHz = null } };
        return check with { Machine = machine };
    }

    private static async Task<JsonElement> FleetAsync(FleetNode fleet) => JsonDocument.Parse(await fleet.GetAsync("/api/v1/fleet")).RootElement;

    private static async Task<int> SlowAsync(FleetNode fleet) => (await FleetAsync(fleet)).GetProperty("machines").GetProperty("slow").GetInt32();

    private static async Task<JsonElement> MachineAsync(FleetNode fleet) =>
        JsonDocument.Parse(await fleet.GetAsync("/api/v1/machines?text=SQL77")).RootElement.GetProperty("items")[0];

    private static string? GetSeverity(JsonElement answer) =>
        answer.GetProperty("findings").EnumerateArray().First(finding => finding.GetProperty("rule").GetString() == "TP201").GetProperty("severity").GetString();
}
