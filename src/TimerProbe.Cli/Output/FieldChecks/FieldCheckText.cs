using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.FieldChecks;
using TimerProbe.Core.Json;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.FieldChecks;

internal static class FieldCheckText
{
    public static void Write(FieldCheckDocument document, string file, TextStyle style, TextWriter output)
    {
        var page = new Page(style, output);
        var row = document.Row;
        AnswerText.WriteHead(
            page,
            "FIELD CHECK",
            Styles.Strong,
            [$"{Count(document, FieldOutcome.AsExpected)} of {Counted.Of(document.Answers.Count, "item")} as expected, {Count(document, FieldOutcome.Otherwise)} otherwise, {Count(document, FieldOutcome.NotSettled)} not settled."],
            [row.ProcessorModel, row.Hypervisor, row.Esxi, $"frequency: {row.Frequency.ToDocumentName()}", $"clock: {row.State.ToDocumentName()}"]);
        page.Space();
        var table = new TextTable(indent: 2);
        foreach (var (answer, item) in document.Answers.Zip(FieldCatalogue.All))
        {
            Style? shown = answer.Outcome switch
            {
                FieldOutcome.Otherwise => Styles.Of(Severity.Warning),
                FieldOutcome.NotSettled => Styles.Faint,
                _ => Styles.None,
            };
            table.Add(shown, new Cell(answer.Id), new Cell(Words(answer.Outcome)), new Cell(item.Question));
            table.Below(answer.Evidence);
        }

        table.Write(page);
        page.Space();
        page.Paragraph(
            $"The ids are those of docs/field-checks.md. {file} holds the figures behind them; names, addresses and identifiers in it are pseudonyms. Read it before you hand it on: nothing sends it.");
        AnswerText.WriteNext(page, [new($"timerprobe field-check --read {file}", "this file, and others, as a table")]);
    }

    public static void Write(IReadOnlyList<FieldCheckDocument> documents, TextStyle style, TextWriter output)
    {
        var page = new Page(style, output);
        var groups = FieldTable.Of(documents);
        var sites = documents.Select(document => document.Site).Distinct(StringComparer.OrdinalIgnoreCase).Count();
        page.Paragraph($"{Counted.Of(documents.Count, "file")} of {Counted.Of(sites, "site")}.", style: Styles.Strong);
        page.Space();
        var table = new TextTable(indent: 0);
        table.Add(
            Styles.Faint,
            new Cell("processor"),
            new Cell("ESXi"),
            new Cell("frequency"),
            Right("files"),
            Right("sites"),
            Right("RDTSC"),
            new Cell("says"));
        foreach (var group in groups)
        {
            table.Add(
                group.Says is FieldSays.Traps or FieldSays.Both ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(group.ProcessorModel ?? "unknown"),
                new Cell(group.Esxi ?? "unknown"),
                new Cell(group.Frequency.ToDocumentName()),
                Right(Counted.Number(group.Files)),
                Right(Counted.Number(group.Sites)),
                Right(group is { LowNs: { } low, HighNs: { } high } ? low == high ? $"{low}" : $"{low} to {high}" : ""),
                new Cell(Words(group.Says)));
        }

        table.Write(page);
        page.Space();
        page.Paragraph("Items of docs/field-checks.md:");
        var items = new TextTable(indent: 2);
        foreach (var item in FieldCatalogue.All)
        {
            var answers = documents.SelectMany(document => document.Answers)
                .Where(answer => answer.Id == item.Id)
                .CountBy(answer => answer.Outcome)
                .ToDictionary();
            items.Add(
                style: null,
                new Cell(item.Id),
                Right($"{Number(FieldOutcome.AsExpected)} as expected"),
                Right($"{Number(FieldOutcome.Otherwise)} otherwise"),
                Right($"{Number(FieldOutcome.NotSettled)} not settled"),
                new Cell(item.Question, Rank: 1));

            string Number(FieldOutcome outcome) => Counted.Number(answers.GetValueOrDefault(outcome));
        }

        items.Write(page);
    }

    private static string Words(FieldOutcome outcome) => outcome switch
    {
        FieldOutcome.AsExpected => "as expected",
        FieldOutcome.Otherwise => "otherwise",
        _ => "not settled",
    };

    private static string Words(FieldSays says) => says switch
    {
        FieldSays.Scales => "scales the TSC",
        FieldSays.Traps => "RDTSC traps",
        FieldSays.Both => "both were seen",
        FieldSays.OneSite => "one site only",
        _ => "",
    };

    private static string Count(FieldCheckDocument document, FieldOutcome outcome) =>
        Counted.Number(document.Answers.Count(answer => answer.Outcome == outcome));

    private static Cell Right(string text) => new(text, Right: true);
}
