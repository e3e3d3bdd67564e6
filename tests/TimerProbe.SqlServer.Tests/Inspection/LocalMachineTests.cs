namespace TimerProbe.SqlServer.Tests.Inspection;

public sealed class LocalMachineTests
{
    private static readonly LocalMachine Node = new(["NODE1", "node1", "node1.example.org"], [IPAddress.Parse("10.0.0.7"), IPAddress.Parse("fd00::7")]);

    [Theory]
    [InlineData("NODE1", "SQLCLUSTER", true)] // a failover cluster on this node
    [InlineData("NODE2", "NODE1", false)] // this machine's name, but elsewhere now
    [InlineData(null, "node1", true)]
    [InlineData(null, "NODE1.example.org", true)]
    [InlineData(null, "node1.example.com", false)]
    [InlineData("", "DB01", false)]
    [InlineData("", "", null)]
    [InlineData(null, " ", null)]
    [InlineData(null, null, null)]
    public void A_server_names_the_machine_it_runs_on(string? physical, string? machine, bool? here) =>
        Assert.Equal(here, Node.IsNamedBy(
            new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = 16, PhysicalName = physical, MachineName = machine }));

    [Theory]
    [InlineData("VERY-LONG-DATAB", true)]
    [InlineData("VERY-LONG-DATA", false)]
    public void A_netbios_name_is_cut_at_fifteen_characters(string physical, bool here) => Assert.Equal(
        here,
        new LocalMachine(["very-long-database-server.example.org"], [])
            .IsNamedBy(new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = 16, PhysicalName = physical }));

    [Theory]
    [InlineData("10.0.0.7", true)]
    [InlineData("::ffff:10.0.0.7", true)]
    [InlineData("fd00::7", true)]
    [InlineData("127.0.0.1", true)]
    [InlineData("10.0.0.8", false)]
    public void An_address_is_this_machines_or_not(string address, bool own) => Assert.Equal(own, Node.Owns([IPAddress.Parse(address)]));

    [Theory]
    [InlineData(0.0, null, true, null)]
    [InlineData(0.9, 3_600_000L, true, null)]
    [InlineData(-2.0, 3_600_000L, true, "its clock is 2.0 s from this machine's")]
    [InlineData(7_200.5, null, false, "its clock is 7,199.5 s from this machine's")] // the answer took a second
    [InlineData(0.0, 7_200_000L, false, "its machine was started 60 minutes before this one")]
    [InlineData(0.0, 600_000L, true, "its machine was started 50 minutes after this one")]
    [InlineData(0.0, 600_000L, false, null)] // the counter may start with the instance
    [InlineData(null, 3_630_000L, true, null)]
    [InlineData(null, null, true, null)]
    public void Another_clock_or_another_start_is_another_machine_whatever_its_address(
        double? ahead, long? up, bool sameCounter, string? why)
    {
        var asked = DateTimeOffset.UnixEpoch;
        var reading = new ServerReading
        {
            Identity = new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = 16 },
            Rights = new Dictionary<string, bool>(),
            ClockApart = ahead is { } seconds
                ? ServerInspector.GetClockApart(asked.AddSeconds(seconds), asked, asked.AddSeconds(1))
                : null,
            System = up is { } ticks ? new SystemFigures { MillisecondTicks = ticks } : null,
        };
        Assert.Equal(why, LocalMachine.RunsElsewhere(reading, 3_600_000, sameCounter));
    }

    [Fact]
    public void This_machine_has_its_own_name_and_the_loopback_address()
    {
        var machine = LocalMachine.Read();
        Assert.Contains(Environment.MachineName, machine.Names);
        Assert.DoesNotContain("", machine.Names);
        Assert.Contains(IPAddress.Loopback, machine.Addresses);
    }

    [Fact]
    public async Task A_name_that_does_not_resolve_has_no_addresses()
    {
        Assert.Empty(await SqlServerTarget.Parse("no-such-machine.invalid").ResolveAsync(Cancel));
        Assert.NotEmpty(await SqlServerTarget.Parse("(local)").ResolveAsync(Cancel));
    }
}
