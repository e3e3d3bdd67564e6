namespace TimerProbe.Core.Tests.Placement;

public sealed class VmRulesTests
{
    private static readonly VirtualMachineFacts First = FleetFactsBuilder.At(FleetFactsBuilder.Esx01, "first") with { Id = "1" };
    private static readonly VirtualMachineFacts Second = First with { Id = "2" };

    [Fact]
    public void Rules_that_share_a_machine_join_all_of_theirs_in_the_order_of_their_ids()
    {
        var rules = new VmRules([Together("3", "1"), Together("2", "3"), Together("8", "9")], []);
        Assert.All(["1", "2", "3"], id => Assert.Equal(["1", "2", "3"], rules.With(id)));
        Assert.Equal(["4"], rules.With("4"));

        static VmVmRule Together(params string[] ids) => new("together", VmVmRuleKind.Affinity, ids);
    }

    [Fact]
    public void One_to_be_apart_may_come_where_it_is_itself_and_where_the_other_has_left()
    {
        var apart = new AntiAffinity([new VmVmRule("apart", VmVmRuleKind.AntiAffinity, ["1", "2"])], ["1", "2"]);
        apart.Put("1", "a");
        Assert.Equal((true, false), (apart.Allows([First], "a"), apart.Allows([Second], "a")));

        apart.Take("1", "a");
        Assert.True(apart.Allows([Second], "a"));
    }
}
