using System.Text.Json.Nodes;

namespace TimerProbe.Reporting.Tests;

public sealed class SqlSchemaTests
{
    private const string Schema = "timerprobe.sql.1.json";

    [Fact]
    public async Task A_full_document_fits_the_schema() =>
        await DocumentSchema.AssertValidAsync(DocumentJson.Write(SampleSql.Document), Schema);

    [Fact]
    public async Task A_document_without_figures_fits_the_schema() => await DocumentSchema.AssertValidAsync(
        DocumentJson.Write(SampleSql.Judged(SampleSql.Document with
        {
            Server = new SqlServerFacts { Name = "DB01", Engine = "another", Local = false },
            Estimate = null,
            Workloads = [],
            StatementCostNs = null,
            ClockCallNs = null,
            Check = null,
            CheckAfter = null,
            ComparedWith = null,
            Findings = [],
        })),
        Schema);

    [Theory]
    [InlineData("verdict", "state")]
    [InlineData("server", "local")]
    [InlineData("check", "control")]
    public async Task A_document_that_lacks_a_member_does_not_fit(string part, string member)
    {
        var document = JsonNode.Parse(DocumentJson.Write(SampleSql.Document))!;
        Assert.True(document[part]!.AsObject().Remove(member));
        await Assert.ThrowsAnyAsync<Xunit.Sdk.XunitException>(() => DocumentSchema.AssertValidAsync(document.ToJsonString(), Schema));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void What_is_read_is_what_was_written(string name)
    {
        var json = DocumentJson.Write(SampleSql.Named(name));
        Assert.Equal(json, DocumentJson.Write(DocumentJson.Read<SqlDocument>(json)));
    }

    [Fact]
    public void A_finding_is_described_as_in_a_check() =>
        Assert.True(JsonNode.DeepEquals(Definitions("timerprobe.check.1.json")["finding"], Definitions(Schema)["finding"]));

    private static JsonNode Definitions(string file) => JsonNode.Parse(File.ReadAllText(Repository.Path("docs", "schemas", file)))!["definitions"]!;
}
