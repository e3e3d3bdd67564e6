using System.IO.Compression;
using System.Xml.Linq;
using DocumentFormat.OpenXml;
using DocumentFormat.OpenXml.Packaging;
using DocumentFormat.OpenXml.Validation;
using ExcelDataReader;

namespace TimerProbe.Reporting.Tests;

/// <summary>A workbook as ExcelDataReader reads it, in which Microsoft's validator found nothing wrong.</summary>
internal sealed class WorkbookReader
{
    private static readonly XNamespace Main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

    private readonly Dictionary<string, XElement> _xml = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<object?[]>> _sheets = new(StringComparer.Ordinal);

    // ExcelDataReader asks for the code page of old files, whatever it is to read.
    static WorkbookReader() => Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);

    private WorkbookReader(MemoryStream file)
    {
        using (var document = SpreadsheetDocument.Open(file, isEditable: false))
        {
            Assert.Empty(new OpenXmlValidator(FileFormatVersions.Office2016).Validate(document, Cancel)
                .Select(error => $"{error.Path?.XPath}: {error.Description}"));
        }

        using var reader = ExcelReaderFactory.CreateReader(file, new ExcelReaderConfiguration { LeaveOpen = true });
        do
        {
            var rows = new List<object?[]>();
            while (reader.Read())
            {
                rows.Add([.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetValue)]);
            }

            _sheets[reader.Name] = rows;
        }
        while (reader.NextResult());

        using var archive = new ZipArchive(file);
        Styles = Entry(archive, "xl/styles.xml");
        foreach (var (index, name) in _sheets.Keys.Index())
        {
            _xml[name] = Entry(archive, $"xl/worksheets/sheet{index + 1}.xml");
        }
    }

    public IReadOnlyCollection<string> Names => _sheets.Keys;

    public XElement Styles { get; }

    public static WorkbookReader Of<TDocument>(Action<TDocument, Stream> write, TDocument document)
    {
        using var file = new MemoryStream();
        write(document, file);
        return new WorkbookReader(file);
    }

    /// <summary>The rows of a sheet with its head.</summary>
    public IReadOnlyList<object?[]> Sheet(string name) => _sheets[name];

    /// <summary>The rows of a sheet by the names of its columns.</summary>
    public IReadOnlyList<Dictionary<string, object?>> Rows(string sheet) =>
        [.. Sheet(sheet).Skip(1).Select(row => Sheet(sheet)[0].Zip(row).ToDictionary(pair => (string)pair.First!, pair => pair.Second))];

    public IEnumerable<XElement> Elements(string sheet, string name) => _xml[sheet].Descendants(Main + name);

    /// <summary>The color of the cell's ground; null where it has none of its own.</summary>
    public string? Fill(string sheet, int row, int column)
    {
        var cell = Elements(sheet, "row").ElementAt(row - 1).Elements().ElementAt(column - 1);
        var format = Styles.Element(Main + "cellXfs")!.Elements().ElementAt((int?)cell.Attribute("s") ?? 0);
        return (string?)Styles.Element(Main + "fills")!.Elements().ElementAt((int?)format.Attribute("fillId") ?? 0)
            .Descendants(Main + "fgColor").FirstOrDefault()?.Attribute("rgb");
    }

    private static XElement Entry(ZipArchive archive, string name)
    {
        using var stream = archive.GetEntry(name)!.Open();
        return XElement.Load(stream);
    }
}
