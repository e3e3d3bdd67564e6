using System.Net;
using TimerProbe.SqlServer.Inspection;

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
        Assert.Equal(here, Node.IsNamedBy(new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = 16, PhysicalName = physical, MachineName = machine }));

    [Theory]
    [InlineData("VERY-LONG-DATAB", true)]
    [InlineData("VERY-LONG-DATA", false)]
    public void A_netbios_name_is_cut_at_fifteen_characters(string physical, bool here) => Assert.Equal(
        here,
        new LocalMachine(["very-long-database-server.example.org"], []).IsNamedBy(new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = 16, PhysicalName = physical }));

    [Theory]
    [InlineData("10.0.0.7", true)]
    [InlineData("::ffff:10.0.0.7", true)]
    [InlineData("fd00::7", true)]
    [InlineData("127.0.0.1", true)]
    [InlineData("10.0.0.8", false)]
    public void An_address_is_this_machines_or_not(string address, bool own) => Assert.Equal(own, Node.Owns([IPAddress.Parse(address)]));

    [Fact]
    public void This_machine_has_its_own_name_and_the_loopback_address()
    {
        var machine = LocalMachineReader.Read();
        Assert.Contains(Environment.MachineName, machine.Names);
        Assert.DoesNotContain("", machine.Names);
        Assert.Contains(IPAddress.Loopback, machine.Addresses);
    }

    [Fact]
    public async Task A_name_that_does_not_resolve_has_no_addresses()
    {
        Assert.Empty(await LocalMachineReader.AddressesAsync(SqlServerTarget.Parse("no-such-machine.invalid"), TestContext.Current.CancellationToken));
        Assert.NotEmpty(await LocalMachineReader.AddressesAsync(SqlServerTarget.Parse("(local)"), TestContext.Current.CancellationToken));
    }
}
