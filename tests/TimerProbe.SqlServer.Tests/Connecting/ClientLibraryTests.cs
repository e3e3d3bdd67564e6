using TimerProbe.SqlServer.Connecting;

namespace TimerProbe.SqlServer.Tests.Connecting;

public sealed class ClientLibraryTests
{
    [Theory]
    [InlineData("1.1.4", true)]
    [InlineData("2.0.1", true)]
    [InlineData("2.1.4", true)]
    [InlineData("2.1.6", true)]
    [InlineData("2.1.7", false)]
    [InlineData("2.1.7-preview1", true)]
    [InlineData("3.0.1", true)]
    [InlineData("3.1.4", true)]
    [InlineData("3.1.5", false)]
    [InlineData("4.0.4", true)]
    [InlineData("4.0.5", false)]
    [InlineData("4.1.1", true)]
    [InlineData("5.0.2", true)]
    [InlineData("5.1.2", true)]
    [InlineData("5.1.3", false)]
    [InlineData("5.1.10", false)]
    [InlineData("5.2.0", false)]
    [InlineData("6.1.5", false)]
    [InlineData("7.1.0-preview2", false)]
    [InlineData("11.0.0", false)]
    public void The_versions_with_the_flaw_are_known(string version, bool affected) => Assert.Equal(affected, ClientLibrary.Affects(version));

    [Theory]
    [InlineData("")]
    [InlineData("7")]
    [InlineData("7.x.0")]
    [InlineData("-6.1.5")]
    public void A_version_that_cannot_be_read_counts_as_affected(string version) => Assert.True(ClientLibrary.Affects(version));

    [Fact]
    public void The_version_is_that_of_the_package()
    {
        var built = File.ReadAllText(Path.ChangeExtension(typeof(ClientLibraryTests).Assembly.Location, ".deps.json"));
        Assert.Contains($"\"Microsoft.Data.SqlClient/{ClientLibrary.Version}\"", built, StringComparison.Ordinal);
        Assert.Equal(ClientLibrary.Affects(ClientLibrary.Version), ClientLibrary.IsAffected);
    }
}
