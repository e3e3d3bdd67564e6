using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Units;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Logs;

internal static class LogText
{
    private const int MostRows = 40;
    private const int LongestName = 18;

    public static void Write(LogDocument document, TextStyle style, TextWriter output)
    {
        var page = new Page(style, output);
        if (document.Logs is [var log])
        {
            WriteOne(page, log, document.TolerancePpm);
        }
        else
        {
            WriteTable(page, document.Logs);
        }

        if (document.Logs.Any(each => each.Placement == Placement.Away))
        {
            page.Space();
            page.Paragraph(
                "A log tells where the machine was when the line was written, and not whether its clock is slow: newer processors can scale the TSC. "
                + "That ESXi writes such a line after a vMotion, with the rate of the power-on for the guest, is expected.");
        }

        AnswerText.WriteNext(
            page,
            [
                new("timerprobe check", "in the guest: is its clock slow now?"),
                new("timerprobe scan VCENTER --user NAME --vm-logs DIR", "logs as evidence in a scan"),
            ]);
    }

    private static void WriteOne(Page page, VmLog log, PartsPerMillion tolerance)
    {
        AnswerText.WriteHead(
            page,
            State(log),
            Style(log) ?? Styles.Strong,
            [Verdict(log, tolerance)],
            [log.Name ?? log.File, Product(log), log.Host is { } host ? $"host {host}" : null]);
        page.Space();
        var table = new TextTable(indent: 2);
        Add(table, "VM", log.Name);
        Add(table, "UUID", log.Uuid);
        Add(table, "Configuration", log.ConfigFile);
        Add(table, "Written", When(log));
        Add(table, "Host TSC", log.HostHz?.ToString());
        Add(table, "Guest TSC", log.GuestHz?.ToString());
        Add(table, "Difference", log.DifferencePpm?.ToString());
        Add(table, "Scaling", log.TscScaling is { } scaling ? FormattableString.Invariant($"{scaling:0.000000} by the processor") : null);
        Add(table, "File", log.File);
        table.Write(page);
        if (log.Rates.Count > 1)
        {
            page.List("Rates in this log, the oldest first", log.Rates.TakeLast(10).Select(rate =>
                $"{(rate.At is { } at ? $"{Times.Minute(at)} UTC: " : "")}host {rate.HostHz}, guest {rate.GuestHz}"));
        }
    }

    private static void WriteTable(Page page, IReadOnlyList<VmLog> logs)
    {
        var away = logs.Count(log => log.Placement == Placement.Away);
        var unknown = logs.Count(log => log.Placement == Placement.Unknown);
        page.Paragraph(
            $"{Counted.Of(logs.Count, "log")}: {Counted.Number(away)} of a machine away from the rate of its power-on, {Counted.Number(logs.Count - away - unknown)} at that rate, {Counted.Number(unknown)} without both rates.",
            style: away > 0 ? Styles.Of(Severity.Warning) : Styles.Strong);
        page.Space();
        var table = new TextTable(indent: 0);
        table.Add(
            Styles.Faint,
            new Cell(""),
            new Cell("VM"),
            new Cell("written (UTC)", Rank: 1),
            Head("host MHz"),
            Head("guest MHz"),
            Head("ppm"),
            new Cell("file", Rank: 2));
        foreach (var log in logs.Take(MostRows))
        {
            table.Add(
                Style(log),
                new Cell(log.Placement.ToDocumentName()),
                new Cell(LineWidth.Fit(PlainText.OneLine(log.Name ?? log.Uuid ?? log.File), LongestName, page.Style)),
                new Cell(log.At is { } at ? Times.Minute(at) : "", Rank: 1),
                Megahertz(log.HostHz),
                Megahertz(log.GuestHz),
                Head(log.DifferencePpm?.ToString().Replace(" ppm", "", StringComparison.Ordinal) ?? ""),
                new Cell(log.File, Rank: 2));
        }

        table.Write(page);
        if (logs.Count > MostRows)
        {
            page.Paragraph($"{Counted.Of(logs.Count - MostRows, "further log")}: --output json has them all.", style: Styles.Faint);
        }
    }

    private static string State(VmLog log) => log.Placement.ToDocumentName().ToUpperInvariant();

    private static string Verdict(VmLog log, PartsPerMillion tolerance) => log.Placement switch
    {
        Placement.Away =>
            $"By the hypervisor's own word the machine was on a host of another TSC rate than that of its power-on{Since(log)}.",
        Placement.Home => log.DifferencePpm?.Value == 0
            ? $"The host had the TSC rate that the machine was powered on at{Since(log)}."
            : FormattableString.Invariant(
                $"The host had the TSC rate that the machine was powered on at, within {tolerance.Value:0.#} ppm{Since(log)}."),
        _ when log.RefusedLines > 0 =>
            "The log does not tell: its newest line about rates is not whole, or tells frequencies that no processor has.",
        _ when log.GuestHz is not null || log.HostHz is not null => "The log tells one of the two rates only.",
        _ => "The log does not tell: it has no line about TSC rates. The log of the power-on may have been rotated to vmware-1.log or on.",
    };

    private static string Since(VmLog log) => When(log) is { } when ? $" ({when})" : "";

    private static string? When(VmLog log) => log switch
    {
        { At: { } at } => $"{Times.Minute(at)} UTC",
        { Written: { Length: > 0 } written } => $"{written}, without year or time zone",
        _ => null,
    };

    private static string? Product(VmLog log) => log.Product is { } product ? $"{product} {log.Version} {log.Build}" : null;

    private static Spectre.Console.Style? Style(VmLog log) => log.Placement == Placement.Away ? Styles.Of(Severity.Warning) : Styles.None;

    private static void Add(TextTable table, string label, string? value)
    {
        if (value is not null)
        {
            table.Add(style: null, new Cell(label), new Cell(value));
        }
    }

    private static Cell Head(string name) => new(name, Right: true);

    private static Cell Megahertz(Frequency? frequency) => Head(frequency?.ToString().Replace(" MHz", "", StringComparison.Ordinal) ?? "");
}
