using System.Text.Json.Nodes;

namespace TimerProbe.Reporting.Tests;

public sealed class ScanSchemaTests
{
    private const string Schema = "timerprobe.scan.1.json";

    [Fact]
    public async Task A_full_document_fits_the_schema() =>
        await DocumentSchema.AssertValidAsync(DocumentJson.Write(SampleScan.Document), Schema);

    [Fact]
    public async Task An_empty_document_fits_the_schema() => await DocumentSchema.AssertValidAsync(
        DocumentJson.Write(SampleScan.Document with
        {
            VCenters = [],
            GuestResults = null,
            Findings = [],
            Timing = new ScanTiming(0, 0, [])
        }), Schema);

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void What_is_read_is_what_was_written(string name)
    {
        var json = DocumentJson.Write(SampleScan.Named(name));
        Assert.Equal(json, DocumentJson.Write(DocumentJson.Read<ScanDocument>(json)));
    }

    [Fact]
    public void A_finding_is_described_as_in_a_check() =>
        Assert.True(JsonNode.DeepEquals(Definitions("timerprobe.check.1.json")["finding"], Definitions(Schema)["finding"]));

    private static JsonNode Definitions(string file) => JsonNode.Parse(File.ReadAllText(Repository.Path("docs", "schemas", file)))!["definitions"]!;
}
