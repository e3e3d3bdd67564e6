using System.Text.RegularExpressions;
using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class NameTests
{
    [Theory]
    [InlineData("DB01", "DB01")]
    [InlineData("a%2fb%5cc%25d", "a/b\\c%d")]
    [InlineData("A%2FB%5CC", "A/B\\C")]
    [InlineData("typed %252f", "typed %2f")]
    [InlineData("100%", "100%")]
    [InlineData("%3cscript%3e %2", "%3cscript%3e %2")]
    public void Three_characters_are_sent_in_another_form(string sent, string name) => Assert.Equal(name, ObjectContent.DecodeName(sent));

    [Fact]
    public void Whatever_was_typed_comes_back() => Prop.ForAll(Names("ab/\\%2f5c"), typed =>
        ObjectContent.DecodeName(typed.Replace("%", "%25", StringComparison.Ordinal).Replace("/", "%2f", StringComparison.Ordinal)
            .Replace("\\", "%5c", StringComparison.Ordinal)) == typed)
        .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("prd*", "PRD-01", true)]
    [InlineData("*sql*", "a MSSQL server", true)]
    [InlineData("db0?", "DB01", true)]
    [InlineData("", "", true)]
    [InlineData("[ab]", "a", false)]
    [InlineData(@"db01\sql*", @"DB01\SQL2022", true)]
    [InlineData(@"a\*", "a*", false)]
    public void A_glob_is_a_name_with_wildcards(string pattern, string name, bool isMatch) => Assert.Equal(isMatch, new Glob(pattern).IsMatch(name));

    [Fact]
    public void A_glob_matches_what_the_same_regular_expression_does() =>
        Prop.ForAll(Names("aAb*?."), Names("aAb."), (pattern, name) => new Glob(pattern).IsMatch(name) == AsRegex(pattern)
            .IsMatch(name)).QuickCheckThrowOnFailure();

    [Fact]
    public void A_glob_of_many_stars_ends_soon() => Assert.False(new Glob(string.Concat(Enumerable.Repeat("*a", 50)) + "b").IsMatch(new string('a', 5_000)));

    [Theory]
    [InlineData("TRUE", true)]
    [InlineData("true", true)]
    [InlineData(" 1 ", true)]
    [InlineData("yes", true)]
    [InlineData("FALSE", false)]
    [InlineData("0", false)]
    [InlineData("No", false)]
    [InlineData("2", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void Truth_is_written_in_several_ways(string? text, bool? truth) => Assert.Equal(truth, ClockSettings.ParseTruth(text));

    private static Regex AsRegex(string pattern) => new(
        @"\A" + Regex.Escape(pattern).Replace(@"\*", ".*", StringComparison.Ordinal).Replace(@"\?", ".", StringComparison.Ordinal) + @"\z",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        TimeSpan.FromSeconds(10));

    private static Arbitrary<string> Names(string characters) =>
        Gen.Elements(characters.ToCharArray()).ListOf().Select(list => string.Concat(list)).ToArbitrary();
}
