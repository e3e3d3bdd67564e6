namespace TimerProbe.Core.Tests;

public sealed class SecretFilterTests
{
    [Theory]
    [InlineData("horse", "horse and cart")]
    [InlineData("horse and cart", "horse")]
    public void Of_a_secret_that_another_begins_nothing_is_left(string first, string second) =>
        Assert.Equal("no (secret) here", new SecretFilter(first, second).Clear("no HORSE and cart here"));

    [Theory]
    [InlineData("no horse\n \tand <cart> here")]
    [InlineData("no horse and &lt;cart&gt; here")]
    public void Neither_other_space_nor_escapes_of_markup_leave_it(string text) =>
        Assert.Equal("no (secret) here", new SecretFilter("horse and <cart>").Clear(text));
}
