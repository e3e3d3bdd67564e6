namespace TimerProbe.SqlServer.Tests.Connecting;

public sealed class SqlErrorsTests
{
    [Theory]
    [InlineData("A connection was established, but then an error occurred during the pre-login handshake. (provider: TCP Provider, error: 0 - Success)", "A connection was established, but then an error occurred during the pre-login handshake.")]
    [InlineData("A network-related error occurred. (provider: TCP Provider, error: 40 - Could not open a connection)", "A network-related error occurred. (provider: TCP Provider, error: 40 - Could not open a connection)")]
    public void An_error_that_is_a_success_is_not_repeated(string said, string line) =>
        Assert.Equal(line, new SqlServerText(credential: null).Line(said));
}
