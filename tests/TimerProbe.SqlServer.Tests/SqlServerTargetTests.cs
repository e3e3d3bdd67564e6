namespace TimerProbe.SqlServer.Tests;

public sealed class SqlServerTargetTests
{
    [Theory]
    [InlineData("DB01", "DB01", null, null, "DB01")]
    [InlineData(" db01.example.org ", "db01.example.org", null, null, "db01.example.org")]
    [InlineData("DB01,1444", "DB01", 1444, null, "DB01,1444")]
    [InlineData("DB01 , 1444", "DB01", 1444, null, "DB01,1444")]
    [InlineData(@"DB01\SALES", "DB01", null, "SALES", @"DB01\SALES")]
    [InlineData(@"DB01\SALES,1444", "DB01", 1444, "SALES", @"DB01\SALES,1444")]
    [InlineData(@"DB01\MSSQLSERVER", "DB01", null, null, "DB01")]
    [InlineData("(local)", "(local)", null, null, "(local)")]
    [InlineData(@".\SQLEXPRESS", ".", null, "SQLEXPRESS", @".\SQLEXPRESS")]
    [InlineData("tcp:DB01,1433", "DB01", 1433, null, "tcp:DB01,1433")]
    [InlineData("TCP:10.0.0.7", "10.0.0.7", null, null, "tcp:10.0.0.7")]
    [InlineData("::1,1433", "::1", 1433, null, "::1,1433")]
    [InlineData("[fd00::1]", "fd00::1", null, null, "fd00::1")]
    public void A_server_is_read_as_people_type_it(string text, string host, int? port, string? instance, string shown)
    {
        var target = SqlServerTarget.Parse(text);
        Assert.Equal(host, target.Host);
        Assert.Equal(port, target.Port);
        Assert.Equal(instance, target.Instance);
        Assert.Equal(shown, target.ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("   ")]
    [InlineData("DB01:1433")]
    [InlineData("DB01,")]
    [InlineData("DB01,0")]
    [InlineData("DB01,70000")]
    [InlineData("DB01,14,33")]
    [InlineData(@"DB01\")]
    [InlineData(@"\SALES")]
    [InlineData(@"DB01\A\B")]
    [InlineData("DB01;Password=x")]
    [InlineData("np:DB01")]
    [InlineData("DB 01")]
    [InlineData("DB01\u001b[2J")]
    public void What_names_no_server_is_refused(string text) =>
        Assert.Equal(SqlServerErrorKind.Configuration, Assert.Throws<SqlServerException>(() => SqlServerTarget.Parse(text)).Kind);

    [Theory]
    [InlineData("(local)", true)]
    [InlineData("(LOCAL)", true)]
    [InlineData(".", true)]
    [InlineData(@"localhost\SQLEXPRESS", true)]
    [InlineData("127.0.0.1,1433", true)]
    [InlineData("::1", true)]
    [InlineData("db01.example.org", false)]
    [InlineData("localhost.example.org", false)]
    public void It_is_known_whether_a_server_is_this_machine(string text, bool isLocal) =>
        Assert.Equal(isLocal, SqlServerTarget.Parse(text).IsLocal);

    [Fact]
    public void The_name_of_this_machine_is_this_machine()
    {
        Assert.True(SqlServerTarget.Parse(Environment.MachineName).IsLocal);
        Assert.True(SqlServerTarget.Parse(Environment.MachineName + ".example.org").IsLocal);
        Assert.False(SqlServerTarget.Parse(Environment.MachineName + "2").IsLocal);
    }

    [Theory]
    [InlineData("db01.example.org", 1433)]
    [InlineData("DB01,1444", 1444)]
    [InlineData(@"DB01\SALES", null)]
    [InlineData("(local)", null)]
    [InlineData("tcp:localhost", 1433)]
    [InlineData(@"DB01\SALES,1444", 1444)]
    public void A_port_is_probed_only_where_it_must_be_the_one(string text, int? port) =>
        Assert.Equal(port, SqlServerTarget.Parse(text).ProbePort);
}
