namespace TimerProbe.Reporting.Tables;

/// <summary>A plan as a workbook: its moves with the columns of its CSV, and each table of its report, on a sheet each.</summary>
public static class PlanWorkbook
{
    private const string Moves = "Moves";
    private const NumberStyles Figures = NumberStyles.AllowThousands | NumberStyles.AllowDecimalPoint;

    public static void Write(PlanDocument document, Stream output)
    {
        var report = PlanReport.Create(document);
        var tables = new List<Sheet>();
        if (ResultCsv.GetMoves(document) is { Count: > 0 } moves)
        {
            tables.Add(Sheet.Of(Moves, ResultCsv.MoveColumns, moves));
        }

        foreach (var section in report.Sections.Where(section => section.Rows.Count > 0 && section.Title != Moves))
        {
            tables.Add(GetTable(section, WorkbookWriter.NameBeside([.. tables.Select(sheet => sheet.Name), "Summary"], section.Title)));
        }

        WorkbookWriter.Write(output, $"TimerProbe: {report.Title} {report.Subject}", [GetSummary(document, report, tables), .. tables]);
    }

    private static Sheet GetSummary(PlanDocument document, Report report, IEnumerable<Sheet> tables) => Sheet.Summary(
        $"{report.Title} {report.Subject}",
        [
            ("Answer", report.Headline),
            .. report.Reasons.Select(reason => ("Answer", (object?)reason)),
            .. report.About.Select(about => ("Planned by", (object?)about)),
            .. tables.Select(sheet => (sheet.Name, (object?)new SheetLink(Counted.Of(sheet.Count, Noun.Row), sheet.Name, 1))),
            .. report.Sections.SelectMany(section => section.Notes.Select(note => (section.Title, (object?)note))),
            .. report.Details.Select(detail => (detail.What, (object?)detail.Value)),
            ("Afterwards", report.Verify),
            .. Sheet.About(document.Id, document.Tool, document.MadeAt, document.Anonymized),
        ]);

    private static Sheet GetTable(ReportSection section, string name) => new(
        name,
        [.. section.Columns.Select(column => column.Title)],
        section.Rows.Count,
        section.Rows.Select(row => row.Select((cell, place) => GetValue(cell, section.Columns[place].Holds)).ToArray()));

    private static object? GetValue(string cell, ColumnContent holds) =>
        holds == ColumnContent.Figures && double.TryParse(cell, Figures, CultureInfo.InvariantCulture, out var number) ? number : cell;
}
