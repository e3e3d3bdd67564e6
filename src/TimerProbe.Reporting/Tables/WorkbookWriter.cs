using System.Drawing;
using SpreadCheetah;
using SpreadCheetah.Metadata;
using SpreadCheetah.Styling;
using SpreadCheetah.Worksheets;

namespace TimerProbe.Reporting.Tables;

/// <summary>Writes an Excel workbook (ECMA-376) row by row; times are UTC dates, texts stay texts whatever they begin with.</summary>
internal sealed partial class WorkbookWriter
{
    /// <summary>What a cell holds at most (Excel specifications and limits); a text in a formula, or a title, 255.</summary>
    private const int MaxText = 32_767, MaxTextOfFormula = 255, MaxName = 31;

    private const int RowsForWidths = 50;

    private const int Narrowest = 8, Widest = 60, WidestSentence = 90;

    private readonly Spreadsheet _file;
    private readonly StyleId _head, _time, _whole, _broken, _megahertz, _link, _sentence, _bad, _poor, _good, _dim;

    private WorkbookWriter(Spreadsheet file)
    {
        _file = file;
        _head = file.AddStyle(new Style
        {
            Font = { Bold = true, Color = Color.White },
            Fill = { Color = Color.FromArgb(0x1F, 0x3A, 0x5F) },
            Alignment = { Vertical = VerticalAlignment.Center },
        });
        _time = Shown("yyyy-mm-dd hh:mm");
        _whole = Shown("#,##0");
        _broken = Shown("#,##0.###");
        _megahertz = Shown("#,##0.000");
        _link = file.AddStyle(Style.Hyperlink);
        _sentence = file.AddStyle(new Style { Alignment = { WrapText = true, Vertical = VerticalAlignment.Top } });
        _bad = Filled(0xF8, 0xC9, 0xC4);
        _poor = Filled(0xFD, 0xE8, 0xB8);
        _good = Filled(0xCF, 0xEB, 0xD2);
        _dim = Filled(0xE6, 0xE6, 0xE6);
    }

    public static void Write(Stream output, string title, IReadOnlyList<Sheet> sheets)
    {
        var about = new DocumentProperties { Title = Clean(title, MaxTextOfFormula), Author = "TimerProbe" };
        // ExcelJS reads no cell that does not say where it is, which the standard leaves to choice.
        var options = new SpreadCheetahOptions
        {
            DocumentProperties = about,
            WriteCellReferenceAttributes = true,
            CompressionLevel = SpreadCheetahCompressionLevel.Optimal,
        };
        using var file = Wait(Spreadsheet.CreateNewAsync(output, options));
        var writer = new WorkbookWriter(file);
        foreach (var sheet in sheets)
        {
            writer.Write(sheet.Fit());
        }

        Wait(file.FinishAsync());
    }

    public static string NameBeside(IReadOnlyCollection<string> others, string wanted)
    {
        var name = NotInNames().Replace(Clean(wanted), " ").Trim();
        for (var number = 1; ; number++)
        {
            var end = number == 1 ? "" : $" {number}";
            var tried = name[..Math.Min(name.Length, MaxName - end.Length)] + end;
            if (!others.Contains(tried, StringComparer.OrdinalIgnoreCase))
            {
                return tried;
            }
        }
    }

    private void Write(Sheet sheet)
    {
        Wait(_file.StartWorksheetAsync(sheet.Name, GetOptions(sheet)));
        Wait(_file.AddHeaderRowAsync([.. sheet.Heads.Select(head => Clean(head))], _head));
        var cells = new Cell[sheet.Heads.Count];
        foreach (var row in sheet.Rows)
        {
            for (var i = 0; i < cells.Length; i++)
            {
                cells[i] = GetCell(row[i], sheet.IsTable);
            }

            Wait(_file.AddRowAsync(cells));
        }
    }

    private static WorksheetOptions GetOptions(Sheet sheet)
    {
        var options = new WorksheetOptions { FrozenRows = 1 };
        if (sheet.IsTable)
        {
            options.FrozenColumns = 1;
            options.AutoFilter = new AutoFilterOptions($"A1:{GetLast(sheet.Heads.Count)}{sheet.Count + 1}");
        }

        var looked = sheet.Rows.Take(RowsForWidths).ToList();
        foreach (var (place, head) in sheet.Heads.Index())
        {
            // The button of the filter is beside the head.
            var width = looked.Select(row => GetWidth(row[place])).Append(head.Length + 3).Max() + 1;
            options.Column(place + 1).Width = Math.Clamp(width, Narrowest, sheet.IsTable ? Widest : WidestSentence);
        }

        return options;
    }

    private static int GetWidth(object? value) => value switch
    {
        null => 0,
        DateTimeOffset => "2026-01-01 00:00".Length,
        SheetLink link => link.Text.Length,
        string text => text.AsSpan().IndexOf('\n') is >= 0 and var line ? line : text.Length,
        _ => Csv.Format(value)!.Length,
    };

    private Cell GetCell(object? value, bool isTable) => value switch
    {
        null or "" => default,
        string text => isTable ? new Cell(Clean(text)) : new Cell(Clean(text), _sentence),
        SheetLink { Row: <= Sheet.MaxRows and var row, Text: { Length: > 0 and <= MaxTextOfFormula } text } link =>
            GetLink(link.Sheet, row, Clean(text)),
        SheetLink link => GetCell(link.Text, isTable),
        bool flag => new Cell(flag),
        Enum member => new Cell(member.ToDocumentName(), GetTone(member)),
        DateTimeOffset { UtcDateTime: { Year: >= 1900 } time } => new Cell(time, _time),
        DateTimeOffset time => new Cell(Csv.Time(time)),
        Frequency frequency => new Cell(frequency.Megahertz, _megahertz),
        _ => Csv.Number(value) is var number && double.IsInteger(number) ? new Cell(number, _whole) : new Cell(number, _broken),
    };

    private Cell GetLink(string sheet, int row, string text)
    {
        var quoted = text.Replace("\"", "\"\"", StringComparison.Ordinal);
        return new Cell(new Formula($"HYPERLINK(\"#'{sheet}'!A{row}\",\"{quoted}\")"), text, _link);
    }

    private StyleId? GetTone(Enum member) => member switch
    {
        Severity.Critical or ClockState.Slow or ClockExpectation.Slow or PlannedClock.Slow or ReadStatus.Failed => _bad,
        Severity.Warning or Placement.Away or ClockExpectation.ExpectedSlow or ReadStatus.Partial or TscScaling.No => _poor,
        ClockState.Suspicious or ClockExpectation.Open => _poor,
        ClockState.Healthy or ClockExpectation.Fast or PlannedClock.Fast or TscScaling.Yes => _good,
        Placement.Unknown or PlannedClock.Unknown or TscScaling.Unknown => _dim,
        _ => null,
    };

    /// <summary>Replaces what XML cannot hold, escapes what Excel reads as an escape (ECMA-376, 22.9.2.19), and cuts long text.</summary>
    private static string Clean(string text, int max = MaxText)
    {
        var clean = Truncate(text, max);
        clean = clean.AsSpan().ContainsAny('\uFFFE', '\uFFFF') ? NotInXml().Replace(clean, "\uFFFD") : clean;
        clean = clean.Contains("_x", StringComparison.Ordinal) ? Escape().Replace(clean, "_x005F_") : clean;
        return Truncate(clean, max);
    }

    private static string Truncate(string text, int max) =>
        text.Length <= max ? text : $"{text.AsSpan(0, max - (char.IsHighSurrogate(text[max - 2]) ? 2 : 1))}…";

    private static string GetLast(int column) =>
        column <= 26 ? $"{(char)('A' + column - 1)}" : $"{GetLast((column - 1) / 26)}{(char)('A' + ((column - 1) % 26))}";

    private StyleId Shown(string format) => _file.AddStyle(new Style { Format = NumberFormat.Custom(format) });

    private StyleId Filled(int red, int green, int blue) =>
        _file.AddStyle(new Style { Fill = { Color = Color.FromArgb(red, green, blue) } });

    private static void Wait(ValueTask written)
    {
        if (!written.IsCompletedSuccessfully)
        {
            written.AsTask().GetAwaiter().GetResult();
        }
    }

    private static T Wait<T>(ValueTask<T> made) => made.AsTask().GetAwaiter().GetResult();

    [GeneratedRegex(@"[\\/?*\[\]:'\p{C}]", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex NotInNames();

    [GeneratedRegex("[\uFFFE\uFFFF]", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex NotInXml();

    [GeneratedRegex("_(?=x[0-9A-Fa-f]{4}_)", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Escape();
}
