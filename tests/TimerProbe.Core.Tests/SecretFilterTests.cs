namespace TimerProbe.Core.Tests;

public sealed class SecretFilterTests
{
    [Theory]
    [InlineData("horse", "horse and cart")]
    [InlineData("horse and cart", "horse")]
    public void Of_a_secret_that_another_begins_nothing_is_left(string first, string second) =>
        Assert.Equal("no (secret) here", new SecretFilter(first, second).Clear("no HORSE and cart here"));
}
