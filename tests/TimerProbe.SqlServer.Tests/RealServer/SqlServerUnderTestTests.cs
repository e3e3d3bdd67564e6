namespace TimerProbe.SqlServer.Tests.RealServer;

public sealed class SqlServerUnderTestTests
{
    [Fact]
    public void A_connection_string_is_read_as_SqlClient_reads_it()
    {
        var server = SqlServerUnderTest.Parse("Server=tcp:db01,1444;Database=sales;UID=probe;PWD='p;w\"d';Encrypt=yes;Trust Server Certificate=Yes;Application Name=x");
        Assert.Equal(("tcp:db01,1444", "sales", "probe", "p;w\"d", true), (server.Server, server.Database, server.User, server.Password, server.TrustServerCertificate));
        Assert.DoesNotContain(server.Password, server.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_not_said_has_the_defaults_of_the_command()
    {
        var server = SqlServerUnderTest.Parse(@"data source=DB01\SALES;Integrated Security=true");
        Assert.Equal((@"DB01\SALES", "tempdb", null, false), (server.Server, server.Database, server.User, server.TrustServerCertificate));
    }

    [Theory]
    [InlineData("Database=sales")]
    [InlineData("db01")]
    public void A_text_without_a_server_is_refused(string text) => Assert.Throws<ArgumentException>(() => SqlServerUnderTest.Parse(text));
}
