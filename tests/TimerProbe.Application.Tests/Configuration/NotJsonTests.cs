namespace TimerProbe.Application.Tests.Configuration;

public sealed class NotJsonTests
{
    [Theory]
    [InlineData("", "1:1: the file holds no configuration: the minimum is {}")]
    [InlineData("  // nothing\n", "2:1: the file holds no configuration: the minimum is {}")]
    [InlineData("{\n  \"failOn\": \"never\"\n  \"performance\": true\n}", "3:3: this is not JSON: '\"' is invalid after a value. Expected either ',', '}', or ']'")]
    [InlineData("{ \"failOn\": never }", "1:14: this is not JSON: a bare word can only be true, false or null; text goes in quotes")]
    [InlineData("{ \"failOn\": \"never\" } }", "1:23: this is not JSON: '}' is invalid after a single JSON value. Expected end of data")]
    [InlineData("{ \"failOn\": \"never\", \"failOn\": \"info\" }", "1: failOn: the same name appears twice in one object")]
    [InlineData("{ \"guestResults\": \"\u00e4\u00f6\",\n x }", "2:2: this is not JSON: 'x' is an invalid start of a property name. Expected a '\"'")]
    [InlineData("{ \"failOn\": \"\\ud800\" }", "1: failOn: takes one of \"info\", \"warning\", \"critical\", \"never\"")]
    [InlineData("{ \"schema\": 1, x", "1: there is no member of this name here; did you mean \"$schema\"?")]
    public void The_place_where_it_stops_being_json_is_said(string text, string problem) => Assert.Equal([problem], Configured.Problems(text));

    [Fact]
    public void Comments_trailing_commas_and_a_byte_order_mark_are_welcome() =>
        Assert.Empty(Configured.Problems([0xEF, 0xBB, 0xBF, .. "/* a */ { \"failOn\": \"never\", // b\n \"outputs\": [], }"u8]));

    [Fact]
    public void Another_encoding_is_named() =>
        Assert.Equal(["it is not UTF-8 at byte 6, line 2: save it as UTF-8"], Configured.Problems([.. "{\n  \""u8, 0xE4, .. "\": 1 }"u8]));

    [Fact]
    public void No_text_breaks_it()
    {
        var pieces = Gen.Elements("{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\u00e4", "\ud83d", "//", "/*", "1", "-", "e", "true", "null", " ", "\"vcenters\"", "\"schema\"");
        Prop.ForAll(pieces.ListOf().Select(string.Concat).ToArbitrary(), text => Configured.Problems(text).All(problem => problem.Length > 0))
            .QuickCheckThrowOnFailure();
    }
}
