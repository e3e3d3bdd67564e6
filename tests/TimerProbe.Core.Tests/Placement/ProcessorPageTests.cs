namespace TimerProbe.Core.Tests.Placement;

/// <summary>docs/processors.md has the table of processors and the public logs as they are; TIMERPROBE_UPDATE_GOLDEN=1 writes both into it.</summary>
public sealed class ProcessorPageTests
{
    private static readonly string[] LogMembers = ["processor", "cpuid", "product", "version", "scalingLine"];

    private static readonly string Page = Repository.Path("docs", "processors.md");

    [Fact]
    public void The_page_has_the_table_and_the_logs()
    {
        var page = File.ReadAllText(Page);
        var made = Replace(Replace(page, "processors", Processors()), "logs", Logs());
        GoldenFile.AssertIs(made, "docs", "processors.md");
    }

    private static string Replace(string page, string part, IEnumerable<string> rows)
    {
        var start = $"<!-- {part} -->\n";
        var from = page.IndexOf(start, StringComparison.Ordinal) + start.Length;
        var to = page.IndexOf("<!-- end -->", from, StringComparison.Ordinal);
        return $"{page[..from]}{string.Join('\n', rows)}\n{page[to..]}";
    }

    private static IEnumerable<string> Processors()
    {
        var sources = ProcessorTable.Rows.Select(row => row.Source).Distinct().ToList();
        return
        [
            "| processors | CPUID | scale | from |",
            "|---|---|---|---|",
            .. ProcessorTable.Rows.Select(row =>
                $"| {(row.Vendor == "intel" ? "Intel" : "AMD")}: {row.Name} | {Cpuid(row.Family, row.Models)} | {Word(row.Scales)} | {sources.IndexOf(row.Source) + 1} |"),
            "",
            .. sources.Index().Select(source => $"{source.Index + 1}. {source.Item}"),
        ];
    }

    private static string Cpuid(int family, int[] models) => models is [] ? $"{family:X2}, all models"
        : string.Join(", ", models.Select(model => $"{family:X2}_{model:X2}"));

    private static string Word(TscScaling scaling) => scaling switch
    {
        TscScaling.Yes => "yes",
        TscScaling.No => "no",
        _ => "unknown",
    };

    private static IEnumerable<string> Logs()
    {
        using var logs = JsonDocument.Parse(File.ReadAllText(Repository.Path("tests", "TimerProbe.Core.Tests", "Logs", "Public", "expected.json")));
        return
        [
            "| processor | CPUID | product | scales |",
            "|---|---|---|---|",
            .. from log in logs.RootElement.EnumerateArray()
               where log.GetProperty("scaling").ValueKind == JsonValueKind.String
               let row = LogMembers.Select(name => log.GetProperty(name).GetString()!).ToList()
               orderby row[1], row[0]
               select $"| {row[0].Replace("(R)", "").Replace("(TM)", "").Replace(" CPU", "").Replace(" Core", "").Split(" @ ")[0].Split(" with ")[0].Split(" 8-")[0]} | {row[1]} | {row[2].Replace("VMware ", "")} {row[3]} | {(row[4] == "TSC scaling enabled" ? "yes" : "no")} |",
        ];
    }
}
