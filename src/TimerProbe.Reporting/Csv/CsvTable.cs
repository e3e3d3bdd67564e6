using System.Globalization;
using CsvHelper;
using CsvHelper.Configuration;

namespace TimerProbe.Reporting.Csv;

/// <summary>Rows as RFC 4180 text; cells that a spreadsheet would take for a formula are escaped.</summary>
internal static class CsvTable
{
    private static readonly CsvConfiguration Configuration = new(CultureInfo.InvariantCulture)
    {
        InjectionOptions = InjectionOptions.Escape,
        NewLine = "\r\n",
        ShouldQuote = field => field.Field is { Length: > 0 } text && text.IndexOfAny([',', '"', '\r', '\n']) >= 0,
    };

    public static string Write(IEnumerable<string> header, IEnumerable<IEnumerable<string?>> rows)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using var csv = new CsvWriter(text, Configuration);
        foreach (var row in rows.Prepend(header))
        {
            foreach (var cell in row)
            {
                csv.WriteField(cell);
            }

            csv.NextRecord();
        }

        csv.Flush();
        return text.ToString();
    }
}
