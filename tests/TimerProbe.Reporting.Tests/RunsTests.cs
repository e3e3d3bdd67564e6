using System.Text.Json.Nodes;

namespace TimerProbe.Reporting.Tests;

public sealed class RunsTests
{
    private const string Schema = "timerprobe.runs.1.json";

    [Fact]
    public async Task A_document_fits_the_schema()
    {
        await DocumentSchema.AssertValidAsync(DocumentJson.Write(SampleRuns.Of("DB01")), Schema);
        await DocumentSchema.AssertValidAsync(DocumentJson.Write(SampleRuns.Of("DB01") with { Kind = "scan", Runs = [] }), Schema);
    }

    [Theory]
    [InlineData("most")]
    [InlineData("kind")]
    public async Task A_document_that_lacks_a_member_does_not_fit(string member)
    {
        var document = JsonNode.Parse(DocumentJson.Write(SampleRuns.Of("DB01")))!;
        Assert.True(document.AsObject().Remove(member));
        await Assert.ThrowsAnyAsync<Xunit.Sdk.XunitException>(() => DocumentSchema.AssertValidAsync(document.ToJsonString(), Schema));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void What_is_read_is_what_was_written(string name)
    {
        var json = DocumentJson.Write(SampleRuns.Of(name));
        Assert.Equal(json, DocumentJson.Write(DocumentJson.Read<RunsDocument>(System.Text.Encoding.UTF8.GetBytes(json))));
    }
}
