namespace TimerProbe.Reporting.Tests;

/// <summary>A program that is not Excel reads a workbook as ExcelDataReader does, and is stricter than it.</summary>
[Trait("Takes", "seconds")]
public sealed class OtherReadersTests : IDisposable
{
    private static readonly string Modules = Repository.Path("tests", "TimerProbe.Browser.Tests", "node_modules");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-test-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("scan")]
    [InlineData("plan")]
    public async Task ExcelJS_reads_each_text_number_time_and_flag(string kind)
    {
        const string Script = """
            const book = new (require('exceljs').Workbook)();
            const get = value => value instanceof Date ? value.toISOString() : value === null ? '' : String(value.formula ? value.result : value);
            book.xlsx.readFile(process.argv[1]).then(() => console.log(JSON.stringify(book.worksheets.map(sheet => ({
                name: sheet.name,
                rows: Array.from({ length: sheet.rowCount }, (_, row) => Array.from({ length: sheet.columnCount }, (_, column) => get(sheet.getCell(row + 1, column + 1).value)).join('|'))
            })))));
            """;
        Requirement.Met(File.Exists(Path.Combine(Modules, "exceljs", "package.json")), "ExcelJS is not installed: run tests/run, which takes npm");
        var (file, book) = Write(kind);

        var read = JsonNode.Parse(await RunAsync("node", "-e", Script, file))!.AsArray();

        Assert.Equal(book.Names, read.Select(sheet => sheet!["name"]!.GetValue<string>()));
        Assert.All(read, sheet => Assert.Equal(
            book.Sheet(sheet!["name"]!.GetValue<string>()).Select(row => string.Join('|', row.Select(JavaScript))),
            sheet["rows"]!.AsArray().Select(row => row!.GetValue<string>())));
    }

    private (string File, WorkbookReader Book) Write(string kind)
    {
        var file = Path.Combine(_folder.FullName, "book.xlsx");
        using var output = File.Create(file);
        if (kind == "plan")
        {
            PlanWorkbook.Write(SamplePlans.Evacuate, output);
            return (file, WorkbookReader.Of(PlanWorkbook.Write, SamplePlans.Evacuate));
        }

        ScanWorkbook.Write(SampleScan.Document, output);
        return (file, WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document));
    }

    /// <summary>A value as JavaScript writes it.</summary>
    private static string? JavaScript(object? value) => value switch
    {
        DateTime time => time.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture),
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        bool flag => flag ? "true" : "false",
        _ => (string?)value,
    };

    private static async Task<string> RunAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        start.Environment["NODE_PATH"] = Modules;
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync(Cancel);
        var output = await process.StandardOutput.ReadToEndAsync(Cancel);
        await process.WaitForExitAsync(Cancel);
        Assert.True(process.ExitCode == 0, $"{program} ended with {process.ExitCode}: {await error}");
        return output;
    }
}
