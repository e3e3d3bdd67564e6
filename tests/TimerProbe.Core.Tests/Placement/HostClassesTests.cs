using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;
using static TimerProbe.Core.Tests.Placement.ScalingJudgeTests;

namespace TimerProbe.Core.Tests.Placement;

public sealed class HostClassesTests
{
    [Fact]
    public void Hosts_whose_processor_is_not_known_are_of_no_class() => Assert.Empty(Classes(host => host with { CpuVendor = null }));

    [Fact]
    public void The_class_with_the_most_open_machines_comes_first_and_of_equal_ones_the_first_by_name()
    {
        var classes = Classes(
            host => Of(host.Name switch { "esx04" => Broadwell, "esx08" => 0x3D, "esx11" => Skylake, _ => Haswell })(host),
            Away(Esx01, Esx04, "a"),
            Away(Esx01, Esx04, "b"),
            Away(Esx01, Esx08, "c"));

        Assert.Equal(
            [("intel-6-79-7.0", 2), ("intel-6-61-7.0", 1), ("intel-6-63-7.0", 0), ("intel-6-85-7.0", 0)],
            classes.Select(item => (item.Id, item.Open)));
    }

    [Fact]
    public void A_machine_with_the_raw_TSC_is_not_counted_and_one_with_the_default_set_is()
    {
        var only = Assert.Single(Classes(
            Of(Broadwell), Away(Esx04, Esx01, "raw").RawTsc(), Away(Esx04, Esx01, "set").RawTsc(true), Away(Esx04, Esx01, "unset")));
        Assert.Equal((2, 2), (only.Away, only.Open));
    }

    [Fact]
    public void A_class_of_several_processors_has_the_first_by_name_and_its_hosts_by_name()
    {
        var only = Assert.Single(Classes(host => host with
        {
            CpuModel = $"Intel(R) Xeon(R) Gold {host.Name switch { "esx01" => 6154, "esx02" => 6148, _ => 6130 }} CPU @ 2.40GHz",
        }));
        Assert.Equal("Xeon Gold 6130 and 2 more", only.Processor);
        Assert.Equal(["esx01", "esx02", "esx04", "esx05", "esx06", "esx08", "esx11", "esx12"], only.Hosts);
    }

    [Fact]
    public void Where_one_was_measured_slow_each_host_is_to_be_settled_by_its_easiest_guest_that_with_the_most_machines_first()
    {
        var only = Assert.Single(Classes(
            Of(Skylake),
            Away(Esx04, Esx01, "slow").Says(ClockState.Slow, ClockCause.TscTrapped),
            Away(Esx04, Esx02, "a"),
            Away(Esx01, Esx04, "b"),
            Away(Esx01, Esx04, "c"),
            Away(Esx01, Esx08, "d"),
            Away(Esx01, Esx08, "e") with { GuestHostName = "e" },
            Away(Esx01, Esx08, "f")));

        Assert.Equal((7, 1, 6), (only.Away, only.MeasuredSlow, only.Open));
        Assert.Equal(
            [new(SettlingKind.Guest, "e", "esx08"), new(SettlingKind.Guest, "b", "esx04"), new(SettlingKind.Guest, "a", "esx02")],
            only.SettleBy);
    }

    [Fact]
    public void Guests_of_a_host_that_distrusts_its_TSC_ask_for_no_more_results_of_the_others()
    {
        var only = Assert.Single(Classes(
            Of(Broadwell),
            At(Esx01, "at home").Says(ClockState.Slow, ClockCause.TscTrapped),
            Away(Esx04, Esx01, "away").Says(ClockState.Slow, ClockCause.TscTrapped),
            Away(Esx04, Esx02, "a"),
            Away(Esx01, Esx04, "b"),
            Away(Esx01, Esx08, "c")));

        Assert.Equal([SettlingKind.Guest, SettlingKind.Guest, SettlingKind.Log], only.SettleBy.Select(item => item.Kind));
    }

    [Fact]
    public void A_class_is_named_as_its_hosts_say_where_one_does_not_say_its_model()
    {
        var only = Assert.Single(Classes(host => host with { CpuModelNumber = null, CpuModel = "Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz" }));
        Assert.Equal("Xeon Gold 6148-7.0", only.Id);
    }

    [Theory]
    [InlineData("esx01", "esx01")]
    [InlineData(null, "host-esx01")]
    public void What_settles_a_class_is_named_with_its_host_or_the_id_of_that(string? host, string shown)
    {
        var only = Assert.Single(Classes(Of(Broadwell), Away(Esx04, Esx01, "a") with { Host = host }));
        Assert.Equal([new(SettlingKind.Guest, "a", shown), new(SettlingKind.Log, "a", shown)], only.SettleBy);
    }

    private static IReadOnlyList<HostClass> Classes(Func<HostFacts, HostFacts> change, params VirtualMachineFacts[] machines) =>
        Judge(change, machines).Classes!;
}
