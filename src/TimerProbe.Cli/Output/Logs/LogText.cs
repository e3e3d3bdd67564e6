namespace TimerProbe.Cli.Output;

internal static class LogText
{
    private const int MaxRows = 40;
    private const int MaxNameLength = 18;

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

        if (document.Logs.Any(item => item.Placement == Placement.Away || item.ClockReadsTrap == true))
        {
            page.Space();
            page.Paragraph(
                "A log shows the state when the line was written. "
                + "That ESXi writes such lines after a vMotion, with the rate of the power-on for the guest, is expected.");
        }

        if (document.Logs.Any(item => !item.NeverStarted))
        {
            AnswerText.WriteNext(
                page,
                [
                    ("timerprobe check", "in the guest: is its clock slow now?"),
                    ("timerprobe scan VCENTER --user NAME --vm-logs DIR", "logs as evidence in a scan"),
                ]);
        }
    }

    private static void WriteOne(Page page, VmLog log, PartsPerMillion tolerance)
    {
        var style = Style(log) ?? Styles.Strong;
        page.Paragraph(Answer(log), style: style);
        if (Reason(log, tolerance) is { } reason)
        {
            page.Paragraph(PlainText.OneLine(reason));
        }

        page.Paragraph(PlainText.OneLine(string.Join(
            page.Style.Separator,
            new[] { log.Name ?? log.File, Product(log), log.Host is { } name ? $"host {name}" : null }.OfType<string>())));
        page.Space();
        var table = new TextTable(indent: 2);
        Add(table, "UUID", log.Uuid);
        Add(table, "Configuration", log.ConfigFile);
        Add(table, "Written", When(log));
        Add(table, "Host TSC", log.HostHz is { } host && log.VmmonHz is { } own && own != host
            ? $"{host} (the monitor's own estimate: {own})"
            : log.HostHz?.ToString());
        Add(table, "Guest TSC", log.GuestHz?.ToString());
        Add(table, "Difference", log.DifferencePpm?.ToString());
        Add(table, "TSC", Features(log));
        Add(table, "Kept until", log.KeptAt is { } kept ? $"{Times.Minute(kept)} UTC: reset, and the rates stayed" : null);
        Add(table, "Processor", log.CpuModel);
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
        var trapped = logs.Count(log => log.ClockReadsTrap == true);
        var open = logs.Count(IsOpen);
        var home = logs.Count(log => log is { Placement: Placement.Home, ClockReadsTrap: false });
        var unknown = logs.Count(log => log is { Placement: Placement.Unknown, ClockReadsTrap: null });
        page.Paragraph(
            $"{Counted.Of(logs.Count, Noun.Log)}: {Counted.Number(trapped)} of a machine whose clock reads trap, {Counted.Number(open)} where the log does not say, "
            + $"{Counted.Number(logs.Count - trapped - open - home - unknown)} away and not affected, {Counted.Number(home)} at home, {Counted.Number(unknown)} without both rates.",
            style: trapped + open > 0 ? Styles.Of(Severity.Warning) : Styles.Strong);
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
            new Cell("scales"),
            new Cell("file", Rank: 2));
        foreach (var log in logs.Take(MaxRows))
        {
            table.Add(
                Style(log),
                new Cell(log.Placement.ToDocumentName()),
                new Cell(page.Style.Fit(PlainText.OneLine(log.Name ?? log.Uuid ?? log.File), MaxNameLength)),
                new Cell(log.At is { } at ? Times.Minute(at) : "", Rank: 1),
                Megahertz(log.HostHz),
                Megahertz(log.GuestHz),
                Head(log.DifferencePpm?.ToString().Replace(" ppm", "", StringComparison.Ordinal) ?? ""),
                new Cell(log.HostScales switch { true => "yes", false => "no", null => "" }),
                new Cell(log.File, Rank: 2));
        }

        table.Write(page);
        if (logs.Count > MaxRows)
        {
            page.Paragraph($"{Counted.Of(logs.Count - MaxRows, Noun.Log.With("further"))}: --output json has them all.", style: Styles.Faint);
        }
    }

    private static bool IsOpen(VmLog log) => log is { Placement: not Placement.Unknown, ClockReadsTrap: null };

    private static string Answer(VmLog log) => log switch
    {
        { NeverStarted: true } => "NEVER STARTED: the power-on failed, so there is nothing to measure (recorded)",
        { Placement: not Placement.Unknown, ReferenceClockLine: not null } =>
            $"{log.Placement.ToDocumentName().ToUpperInvariant()}, and the hypervisor does not trust the TSC: whether clock reads trap is not known",
        { Placement: not Placement.Away, ClockReadsTrap: true } => "AWAY in effect: the host neither scales nor offsets: clock reads trap (recorded)",
        { Placement: Placement.Away, ClockReadsTrap: true } => $"AWAY, and the host does not scale: clock reads trap ({Certainty(log)})",
        { Placement: Placement.Away, HostScales: true } => $"AWAY, not affected: the host scales the TSC ({Certainty(log)})",
        { Placement: Placement.Away, Offsetting: TscFeature.Enabled } => "AWAY, not affected: the host offsets the TSC (recorded)",
        { Placement: Placement.Away, ClockReadsTrap: false } => "AWAY, not affected: the difference is too small (expected)",
        { Placement: Placement.Away } => "AWAY, and the log does not say whether the host scales the TSC",
        { Placement: Placement.Home } => "HOME: the host had the TSC rate of the machine's power-on (recorded)",
        _ => "UNKNOWN: the log does not have both TSC rates",
    };

    private static string Certainty(VmLog log) => log.Scaling is null ? "expected" : "recorded";

    private static string? Reason(VmLog log, PartsPerMillion tolerance) => log switch
    {
        { NeverStarted: true } => null,
        { ReferenceClockLine: { } line } => $"The hypervisor: \"{line}\"",
        { Placement: not Placement.Away, ClockReadsTrap: true, OffsettingLine: { } line } => $"No tolerance overrules it{Since(log)}. The hypervisor: \"{line}\"",
        { Placement: Placement.Away } =>
            $"The host's TSC rate was another than that of the machine's power-on{Since(log)}.{(log.ScalingLine is { } line ? $" The hypervisor: \"{line}\"" : "")}",
        { Placement: Placement.Home, DifferencePpm.Value: 0 } => null,
        { Placement: Placement.Home } => FormattableString.Invariant($"Within {tolerance.Value:0.#} ppm{Since(log)}."),
        { RefusedLines: > 0 } => "Its newest line about rates is not whole, or has frequencies that no processor has.",
        _ when log.GuestHz is not null || log.HostHz is not null => "It has only one of the two rates.",
        _ => "It has no line about TSC rates. The log of the power-on may have been rotated to vmware-1.log or on.",
    };

    private static string? Features(VmLog log) => log switch
    {
        { Scaling: { } scaling, Offsetting: { } offsetting } =>
            $"scaling {scaling.ToDocumentName()}, offsetting {offsetting.ToDocumentName()}",
        { Scaling: { } scaling } => $"scaling {scaling.ToDocumentName()}",
        { CanScale: true } => "the processor offers scaling",
        { CanScale: false } => "the processor does not offer scaling",
        _ => null,
    };

    private static string Since(VmLog log) => When(log) is { } when ? $" ({when})" : "";

    private static string? When(VmLog log) => log switch
    {
        { At: { } at } => $"{Times.Minute(at)} UTC",
        { Written: { Length: > 0 } written } => $"{written}, without year or time zone",
        _ => null,
    };

    private static string? Product(VmLog log) => log.Product is { } product ? $"{product} {log.Version} {log.Build}" : null;

    private static Spectre.Console.Style? Style(VmLog log) =>
        log.ClockReadsTrap == true || IsOpen(log) ? Styles.Of(Severity.Warning) : Styles.None;

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
