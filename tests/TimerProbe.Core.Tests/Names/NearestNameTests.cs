namespace TimerProbe.Core.Tests.Names;

public sealed class NearestNameTests
{
    private static readonly string[] Known = ["server", "user", "passwordFile", "passwordEnvironment", "to", "clusters"];

    [Theory]
    [InlineData("username", null)]
    [InlineData("password_file", "passwordFile")]
    [InlineData("pasword-environment", "passwordEnvironment")]
    [InlineData("x", null)]
    [InlineData("", null)]
    public void The_name_that_was_meant_is_found(string given, string? meant) => Assert.Equal(meant, NearestName.Of(given, Known));

    [Fact]
    public void A_name_without_end_is_not_compared() => Assert.Null(NearestName.Of(new string('a', 100_000), Known));
}
