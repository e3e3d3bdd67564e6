using static TimerProbe.EndToEnd.Sql.PlayedTroubleTests;

namespace TimerProbe.EndToEnd.Sql;

/// <summary>The same on the server's own machine, where this program's own clock counts too.</summary>
public sealed class PlayedTroubleHereTests
{
    [Theory]
    [InlineData(Play.Fast, null)]
    [InlineData(Play.Starved, null)]
    [InlineData(Play.TracedUnseen, null)]
    [InlineData(Play.SlowStorage, SqlCause.Storage)]
    public async Task On_the_servers_own_machine_a_fast_clock_is_never_blamed(Play play, SqlCause? named)
    {
        Needs.TrappedClock();
        await using var server = Of(play, Environment.MachineName);
        var (_, document) = await server.Sql(Workloads).ToSqlDocumentAsync();
        Assert.True(document.Server.Local);
        // Under load this program may be starved, and then says that it cannot tell.
        Assert.Contains(document.Verdict.Cause, named is { } cause ? new[] { cause } : play == Play.Fast
            ? [SqlCause.None, SqlCause.Unknown] : [SqlCause.Unknown]);
    }

    [Theory]
    [InlineData("here", true)]
    [InlineData("NODE2", false)]
    public async Task A_failover_cluster_is_here_while_this_machine_is_its_node(string node, bool local)
    {
        await using var server = new ModelServer { Machine = "SQLCLUSTER", Node = node == "here" ? Environment.MachineName : node };
        var (result, document) = await server.Sql("--argument", "1000000007", "--workload", "primality").ToSqlDocumentAsync();
        Assert.Equal(local, document.Server.Local);
        Assert.Equal(!local, result.Error.Contains("says it runs on NODE2, which is not this machine's name", StringComparison.Ordinal));
    }
}
