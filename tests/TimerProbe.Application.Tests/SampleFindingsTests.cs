namespace TimerProbe.Application.Tests;

/// <summary>The samples of docs show what the rules of this release find.</summary>
public sealed class SampleFindingsTests
{
    [Fact]
    public void A_scan_is_judged_as_now() => AssertHolds<ScanDocument>("scan.json", FleetFindings.Conclude);

    [Fact]
    public void A_run_on_SQL_Server_is_judged_as_now() =>
        AssertHolds<SqlDocument>("sql.json", document => document with { Findings = RuleCatalogue.Evaluate(document.Facts()) });

    private static void AssertHolds<T>(string name, Func<T, T> judge) where T : class
    {
        var document = DocumentJson.Read<T>(File.ReadAllBytes(Repository.Path("docs", "samples", name)));
        GoldenFile.AssertIs(DocumentJson.Write(judge(document)), "docs", "samples", name);
    }
}
