using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class HostRulesTests
{
    [Theory]
    [InlineData("7.0.2", false)]
    [InlineData("7.0.3", true)]
    [InlineData("9.0.1", true)]
    public void Kernel_options_are_reported_only_where_they_are_not_the_defaults_of_the_release(string version, bool isForced)
    {
        Assert.Empty(Kernel(version, isForced, skips: false));

        var finding = Assert.Single(Kernel(version, !isForced, skips: true));
        Assert.Equal((Severity.Info, SubjectKind.Host, "esx04", "host-esx04"),
            (finding.Severity, finding.Subject.Kind, finding.Subject.Name, finding.Subject.Id));
        Assert.Equal(isForced ? "true" : "false", finding.Value("Default of VMkernel.Boot.timerForceTSC"));
        Assert.Equal("true", finding.Value("VMkernel.Boot.tscSyncSkip"));
    }

    [Fact]
    public void Kernel_options_of_a_host_of_an_unknown_release_are_not_judged() => Assert.Empty(Kernel(version: null, forces: true, skips: false));

    [Fact]
    public void All_measured_machines_of_a_host_slow_and_one_at_home_points_at_the_host()
    {
        var finding = Assert.Single(Fleet(Slow(At(Esx04, "a")), Slow(Away(Esx01, Esx04, "b")), At(Esx04, "unmeasured"), Slow(At(Esx01, "elsewhere"))).Finds("TP214"));

        Assert.Equal((Severity.Critical, Confidence.Measured, "esx04"), (finding.Severity, finding.Confidence, finding.Subject.Name));
        Assert.Equal("2", finding.Value("Virtual machines measured, all slow"));
        Assert.Equal("a", finding.Value("At home and slow"));
        Assert.Equal("b", finding.Value("Not at home, or unknown, and slow"));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(3, 0)]
    public void How_many_it_takes_can_be_set(int machines, int findings)
    {
        var fleet = Fleet(Slow(At(Esx04, "a")), Slow(At(Esx05, "b")),
            Slow(At(Esx05, "c"))) with
        { Thresholds = new() { SlowMachinesOfHost = machines } };
        Assert.Equal(findings * 2, fleet.Finds("TP214").Count);
    }

    public static TheoryData<string, VirtualMachineFacts[]> NotTheHost => new()
    {
        { "one is not enough", [Slow(At(Esx04, "a"))] },
        { "one of them is fast", [Slow(At(Esx04, "a")), Slow(At(Esx04, "b")), At(Esx04, "c").Says(ClockState.Healthy)] },
        { "all of them are away", [Slow(Away(Esx01, Esx04, "a")), Slow(Away(Esx01, Esx04, "b"))] },
        { "one is slow for another reason", [Slow(At(Esx04, "a")), At(Esx04, "b").Says(ClockState.Slow, ClockCause.PlatformTimer)] },
        { "they are on two hosts", [Slow(At(Esx04, "a")), Slow(At(Esx05, "b"))] },
    };

    [Theory]
    [MemberData(nameof(NotTheHost))]
    public void Anything_less_does_not(string why, VirtualMachineFacts[] machines) => Assert.True(Fleet(machines).Finds("TP214").Count == 0, why);

    [Theory]
    [InlineData("Balanced", true, true)]
    [InlineData("High Performance", true, false)]
    [InlineData("static", true, false)]
    [InlineData("Balanced", false, false)]
    [InlineData(null, true, false)]
    public void A_power_policy_matters_where_SQL_Server_is_expected(string? policy, bool sqlServer, bool found)
    {
        var findings = Fleet(At(Esx02) with { SqlServerExpected = sqlServer }).HostsAs(host => host with { PowerPolicy = policy }).Finds("TP215");

        Assert.Equal(found, findings.Count == 1);
        Assert.All(findings, finding =>
        {
            Assert.Equal((Severity.Info, Confidence.Inferred, "esx02"), (finding.Severity, finding.Confidence, finding.Subject.Name));
            Assert.Equal(policy, finding.Value("Power policy"));
        });
    }

    [Fact]
    public void Evidence_says_where_it_is_from_that_SQL_Server_runs_there()
    {
        var named = At(Esx02, "db-sql-1") with { SqlServerExpected = true };
        var said = At(Esx02, "erp-7") with { SqlServerExpected = true };
        var finding = Assert.Single(Fleet(named, said).HostsAs(host => host with { PowerPolicy = "Balanced" }).Finds("TP215"));

        Assert.Equal("db-sql-1", finding.Value("Virtual machines with \"sql\" in their name"));
        Assert.Equal("erp-7", finding.Value("Virtual machines whose guest says that SQL Server runs there"));
    }

    [Fact]
    public void A_machine_that_is_off_does_not_ask_for_power() =>
        Assert.Empty(Fleet(Off(Esx02, "poweredOff") with { SqlServerExpected = true }).HostsAs(host => host with { PowerPolicy = "Balanced" }).Finds("TP215"));

    private static IReadOnlyList<Finding> Kernel(string? version, bool forces, bool skips)
    {
        var options = new Dictionary<string, string>()
        {
            ["VMkernel.Boot.timerForceTSC"] = forces ? "true" : "false",
            ["VMkernel.Boot.tscSyncSkip"] = skips ? "true" : "false",
        };
        return Fleet().HostsAs(host => host.Id == Esx04.Id ? host with { Version = version, KernelOptions = options } : host).Finds("TP209");
    }

    private static VirtualMachineFacts Slow(VirtualMachineFacts machine) => machine.Says(ClockState.Slow, ClockCause.TscTrapped);
}
