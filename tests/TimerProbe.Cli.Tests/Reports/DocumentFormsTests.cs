using System.IO.Compression;

namespace TimerProbe.Cli.Tests.Reports;

public sealed class DocumentFormsTests
{
    private static readonly Pseudonyms Ours = new("our key"u8.ToArray());
    private static readonly TextStyle Wide = new(Width: 2_000, Colour: false, Unicode: true);

    public static TheoryData<string, string> KindsAndFormats =>
        [.. DocumentForms.All.SelectMany(forms => forms.Formats.Select(format => (forms.Command, format)))];

    [Fact]
    public void Every_kind_of_document_has_forms() =>
        Assert.Equal(DocumentKind.All.Select(kind => kind.Record), DocumentForms.All.Select(forms => forms.Record));

    [Theory]
    [MemberData(nameof(KindsAndFormats))]
    public void No_name_is_left_in_any_form_of_a_document_under_pseudonyms_and_each_text_ends_with_a_newline(string command, string format)
    {
        var forms = Of(command);
        var marked = new MarkedDocument(DocumentKind.For(forms.Record));
        var text = Written(forms, forms.Anonymize(marked.Document, Ours), format);
        Assert.Empty(marked.Markers.Where(marker => text.Contains(marker.Marker, StringComparison.OrdinalIgnoreCase)).Select(marker => marker.Member));
        Assert.True(format == OutputFormat.Xlsx || text.EndsWith('\n'), "it does not end with a newline");
    }

    [Fact]
    public void Every_name_is_there_before() => Assert.All(DocumentForms.All, forms =>
    {
        var marked = new MarkedDocument(DocumentKind.For(forms.Record));
        var text = Written(forms, marked.Document, OutputFormat.Json);
        Assert.Empty(marked.Markers.Where(marker => !text.Contains(marker.Marker, StringComparison.Ordinal)).Select(marker => marker.Member));
    });

    [Fact]
    public void What_a_store_tells_has_the_pseudonyms_of_the_documents_in_it()
    {
        var history = (HistoryDocument)DocumentForms.History.Anonymize(Reporting.Tests.SampleHistory.Machine, Ours);
        var moved = history.Changes.First(change => change.Kind == "moved");
        Assert.Contains(moved.Later, history.MachineStates.Select(state => state.Host));
        Assert.Equal(history.Subject.Name, history.MachineStates[0].Name);
        Assert.Equal(
            Reporting.Tests.SampleHistory.Machine.Changes.Where(change => change.Kind != "moved").Select(change => (change.Earlier, change.Later)),
            history.Changes.Where(change => change.Kind != "moved").Select(change => (change.Earlier, change.Later)));
        var check = AnonymousDocuments.Anonymize(Reporting.Tests.SampleCheck.Document, Ours);
        var runs = (RunsDocument)DocumentForms.Runs.Anonymize(Reporting.Tests.SampleRuns.Of(Reporting.Tests.SampleCheck.Name), Ours);
        Assert.Contains(check.Machine.Name, runs.Runs.Select(run => run.Subject));
    }

    [Fact]
    public void A_form_that_a_kind_does_not_have_is_refused_with_those_it_has()
    {
        using var bytes = new MemoryStream();
        using var output = DocumentOutput.Over(bytes, "memory");
        var refused = Assert.Throws<UseCaseException>(() => DocumentForms.Runs.Write(
            Reporting.Tests.SampleRuns.Of("DB01"), OutputFormat.Html, new TextView(Wide, Detail.Full), MetricView.Brief, output));
        Assert.Equal("a document of history list cannot be written as html: use text, json", refused.Message);
        Assert.Equal(0, bytes.Length);
    }

    [Fact]
    public void The_page_of_formats_has_the_table()
    {
        var head = $"| | {string.Join(" | ", OutputFormat.All)} |\n|---|{string.Concat(OutputFormat.All.Select(_ => "---|"))}\n";
        var rows = DocumentForms.All.Select(forms => (forms.Command, forms.Formats)).Append(("watch", WatchCommand.Formats))
            .Select(row => $"| {row.Item1} | {string.Join(" | ", OutputFormat.All.Select(format => row.Item2.Contains(format) ? "x" : ""))} |\n");
        Assert.Contains($"\n\n{head}{string.Concat(rows)}\n", File.ReadAllText(Repository.Path("docs", "formats.md")).ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    private static DocumentForms Of(string command) => DocumentForms.All.Single(forms => forms.Command == command);

    private static string Written(DocumentForms forms, object document, string format)
    {
        using var bytes = new MemoryStream();
        using var output = DocumentOutput.Over(bytes, "memory");
        forms.Write(document, format, new TextView(Wide, Detail.Verbose), MetricView.Brief, output);
        return format == OutputFormat.Xlsx ? Unpacked(bytes.ToArray()) : Encoding.UTF8.GetString(bytes.ToArray());
    }

    private static string Unpacked(byte[] workbook)
    {
        using var archive = new ZipArchive(new MemoryStream(workbook));
        return string.Concat(archive.Entries.Select(entry =>
        {
            using var reader = new StreamReader(entry.Open());
            return reader.ReadToEnd();
        }));
    }
}
