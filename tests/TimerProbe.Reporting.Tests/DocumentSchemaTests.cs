namespace TimerProbe.Reporting.Tests;

/// <summary>Every document is what its schema says, and what is read is what was written.</summary>
public sealed class DocumentSchemaTests
{
    private static readonly Dictionary<string, object> Documents = new(StringComparer.Ordinal)
    {
        ["scan"] = SampleScan.Document,
        ["scan, empty"] = SampleScan.Document with { VCenters = [], GuestResults = null, Findings = [], Timing = new ScanTiming(0, 0, []) },
        ["history, machine"] = SampleHistory.Machine,
        ["history, host"] = SampleHistory.Host,
        ["history, cluster"] = SampleHistory.Cluster,
        ["history, empty"] = SampleHistory.Empty,
        ["runs"] = SampleRuns.Of("DB01"),
        ["runs, none"] = SampleRuns.Of("DB01") with { Kind = "scan", Runs = [] },
        ["sql"] = SampleSql.Document,
        ["sql, without figures"] = SampleSql.Judged(SampleSql.Document with
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
        }),
    };

    public static TheoryData<string> Names => [.. Documents.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_document_fits_the_schema(string name) =>
        await DocumentSchema.AssertValidAsync(DocumentJson.Write(Documents[name]), SchemaOf(name));

    [Theory]
    [InlineData("runs", "", "kind")]
    [InlineData("history, machine", "subject", "goneAt")]
    [InlineData("sql", "check", "control")]
    public async Task A_document_that_lacks_a_member_does_not_fit(string name, string part, string member)
    {
        var document = JsonNode.Parse(DocumentJson.Write(Documents[name]))!;
        Assert.True((part.Length == 0 ? document : document[part]!).AsObject().Remove(member));
        await Assert.ThrowsAnyAsync<Xunit.Sdk.XunitException>(() => DocumentSchema.AssertValidAsync(document.ToJsonString(), SchemaOf(name)));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void What_is_read_is_what_was_written(string name) => Assert.All(
        (object[])[SampleScan.Named(name), SampleHistory.Named(name), SampleRuns.Of(name), SampleSql.Named(name)],
        document =>
        {
            var json = DocumentJson.Write(document);
            Assert.Equal(json, DocumentJson.Write(DocumentJson.Read(Encoding.UTF8.GetBytes(json))));
        });

    [Theory]
    [InlineData(long.MinValue)]
    [InlineData(long.MaxValue)]
    public async Task A_reference_page_ahead_of_its_time_or_behind_is_read_as_it_was_written(long bias)
    {
        var windows = new WindowsFacts { ReferencePage = new ReferencePageFacts(1, 0x0106_C650_106C_6500, bias) };
        var json = DocumentJson.Write(SampleCheck.Document with { Machine = SampleCheck.Document.Machine with { Windows = windows } });
        Assert.Equal(windows.ReferencePage, DocumentJson.Read<CheckDocument>(json).Machine.Windows!.ReferencePage);
        await DocumentSchema.AssertValidAsync(json, "timerprobe.check.1.json");
    }

    private static string SchemaOf(string name) => $"timerprobe.{name.Split(',')[0]}.1.json";
}
