namespace TimerProbe.Fuzz.Documents;

/// <summary>Reports of documents that somebody changed.</summary>
internal sealed class DocumentCases : ICaseKind
{
    private static readonly (string Text, string[] Formats)[] Documents =
    [
        (SampleTexts.Scan, ["text", "json", "csv", "html", "markdown", "openmetrics"]),
        (SampleTexts.Check, ["text", "json", "csv", "html", "markdown", "openmetrics"]),
        (SampleTexts.Sql, ["text", "json", "csv", "html", "markdown"]),
    ];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var (text, formats) = fuzz.Pick(Documents);
        var file = fuzz.Path("document.json");
        await File.WriteAllBytesAsync(file, JsonMutations.Change(text, fuzz));
        string[] anonymize = fuzz.OneIn(4) ? ["--anonymize"] : [];
        await CaseJudge.RunAsync(fuzz, fuzz.Pick(formats), ["report", "--from", file, .. anonymize]);
    }
}
