using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.SqlServer.Tests.Scripts;

public sealed class BatchTests
{
    [Theory]
    [InlineData("SELECT 1\nGO\nSELECT 2", "SELECT 1", "SELECT 2")]
    [InlineData("SELECT 1\r\nGO\r\nSELECT 2\r\ngo", "SELECT 1", "SELECT 2")]
    [InlineData("GO\nGO\n\nSELECT 1\n  GO  \n", "\nSELECT 1")]
    [InlineData("SELECT 1\n\tgO\t-- next\nSELECT 2", "SELECT 1", "SELECT 2")]
    [InlineData("", new string[0])]
    [InlineData(" \n GO \n ", new string[0])]
    public void A_line_of_GO_ends_a_batch(string script, params string[] batches) => Assert.Equal(batches, Texts(script));

    [Theory]
    [InlineData("SELECT 1 GO")]
    [InlineData("GO SELECT 1")]
    [InlineData("GOTO next")]
    [InlineData("GO;")]
    [InlineData("GO -1")]
    [InlineData("GO 0")]
    [InlineData("GO 1.5")]
    [InlineData("GO 99999999999")]
    [InlineData("GO2")]
    public void Another_line_that_begins_so_is_text(string line) => Assert.Equal(["a\n" + line + "\nb"], Texts("a\n" + line + "\nb"));

    [Theory]
    [InlineData("/*\nGO\n*/")]
    [InlineData("/* /* */\nGO\n*/")]
    [InlineData("/* -- */ '\nGO\n'")]
    [InlineData("PRINT '\nGO\n'")]
    [InlineData("PRINT 'it''s\nGO\n'")]
    [InlineData("PRINT '/*'''\n+ '\nGO\n'")]
    [InlineData("SELECT 1 AS [\nGO\n]")]
    [InlineData("SELECT 1 AS []]\nGO\n]")]
    [InlineData("SELECT 1 AS \"\nGO\n\"")]
    [InlineData("SELECT 1 AS \"a\"\"[\nGO\n\"")]
    public void GO_inside_a_comment_a_string_or_a_name_is_text(string script) => Assert.Equal([script], Texts(script));

    [Theory]
    [InlineData("-- it's\nGO\nb", "-- it's", "b")]
    [InlineData("-- /*\nGO\nb", "-- /*", "b")]
    [InlineData("/* ' */\nGO\nb", "/* ' */", "b")]
    [InlineData("PRINT '--'\nGO\nb", "PRINT '--'", "b")]
    [InlineData("PRINT '['\nGO\nb", "PRINT '['", "b")]
    [InlineData("SELECT [']\nGO\nb", "SELECT [']", "b")]
    [InlineData("/* /* */ */\nGO\nb", "/* /* */ */", "b")]
    [InlineData("SELECT 4 / 2 - 1 * 3\nGO\nb", "SELECT 4 / 2 - 1 * 3", "b")]
    public void What_only_looks_like_the_start_of_something_ends_with_it(string script, params string[] batches) =>
        Assert.Equal(batches, Texts(script));

    [Fact]
    public void The_count_of_a_batch_is_told() =>
        Assert.Equal(
            [("a", 1), ("b\nc", 300), ("d", 1)],
            SqlScript.Split("a\nGO\nb\nc\nGO 300\nd"));

    [Fact]
    public void Batches_that_were_joined_are_parted_again()
    {
        string[] batches = ["SELECT 'it''s'", "/*\nGO\n*/ a", "-- '", "[\nGO 2\n]", "PRINT '\nGO\n'", "x\ny", "\"/*\"", "GOTO a", "1 - 2 / 3 * 4"];
        Prop.ForAll(Gen.Elements<string>(batches).ArrayOf().ToArbitrary(), chosen => Texts(string.Join("\nGO\n", chosen)).SequenceEqual(chosen))
            .QuickCheckThrowOnFailure();
    }

    private static IEnumerable<string> Texts(string script) => SqlScript.Split(script).Select(batch => batch.Text);
}
