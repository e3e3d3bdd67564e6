namespace TimerProbe.Cli.Output;

/// <summary>
/// A scan on one screen: the worst, where frequencies are mixed, the machines that matter most, what was found, and what to do.
/// </summary>
internal sealed class ScanAnswer(ScanReport report, TextView view)
{
    private const int Screen = 40;

    private const int MaxVCenters = 3;
    private const int MaxClusters = 4;
    private const int MaxClustersBesideSettling = 2;
    private const int MaxClasses = 3;
    private const int MaxGroups = 5;
    private const int MaxGroupsBesideUnknown = 2;
    private const int MaxCluster = 40;
    private const int MaxRemedies = 3;
    private const int MinMachines = 1;
    private const int MaxMachines = 12;

    private const int TableLines = 4;

    // The first screen has room for no more; --output html has all of them.
    private const int MaxReasons = 2;

    private const int MaxUnknownRemedies = 2;

    private readonly ShortNames _names = new(report, view.Detail);

    public void Write(Page page)
    {
        WriteVCenters(page);
        WriteToSettle(page, report.FixSummary.ToSettle);
        WriteUnknown(page, report.Unknown is { AreMany: true } many ? many : null, isBrief: report.FixSummary.ToSettle.Count > 0);
        WriteClusters(page);
        var below = Page.Text(view.Style, rest =>
        {
            WriteFindings(rest);
            WriteNext(rest);
        });
        var room = Math.Clamp(Screen - page.Lines - below.AsSpan().Count('\n') - TableLines, MinMachines, MaxMachines);
        ScanTables.WriteAway(page, report.Away, new ShortNames(report, view.Detail) { MostRows = room });
        page.Append(below);
    }

    private void WriteVCenters(Page page)
    {
        var vcenters = report.Document.VCenters;
        if (vcenters.Count <= MaxVCenters)
        {
            ScanTables.WriteVCenters(page, vcenters, verbose: false);
            return;
        }

        page.Space();
        var states = vcenters.GroupBy(vcenter => vcenter.Status)
            .OrderByDescending(state => state.Key)
            .Select(state => $"{Counted.Number(state.Count())} {state.Key.ToDocumentName()}");
        page.Paragraph(
            $"{Counted.Of(vcenters.Count, "vCenter")} ({string.Join(", ", states)}), {Counted.Of(vcenters.Sum(vcenter => vcenter.Hosts.Count), "host")}, "
                + Counted.Of(vcenters.Sum(vcenter => vcenter.VirtualMachines.Count), "VM"),
            indent: 2);
    }

    private void WriteToSettle(Page page, IReadOnlyList<ClassToSettle> classes)
    {
        if (classes.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph(
            $"To settle: {ScalingText.GuestCommand} in guests, or --vm-logs, or --read-logs", style: Styles.Strong);
        foreach (var item in classes.Take(MaxClasses))
        {
            var where = _names.Server(item.Server) is { Length: > 0 } server ? $" ({server})" : "";
            var line = PlainText.OneLine(
                $"{Counted.Of(item.Class.Open, "VM")} on {ScalingText.Name(item.Class)}{where}: {ScalingText.Names(item.Class.SettleBy)}");
            page.Line(("  " + LineWidth.Fit(line, page.Style.Width - 2, page.Style), Styles.Of(Severity.Warning)));
        }

        SectionText.WriteMore(page, classes.Count - MaxClasses);
    }

    private static void WriteUnknown(Page page, UnknownHomes? unknown, bool isBrief)
    {
        if (unknown is null)
        {
            return;
        }

        page.Space();
        var were = unknown.Count == 1 ? "was" : "were";
        page.Paragraph(
            $"Where {Counted.Number(unknown.Count)} of {Counted.Of(unknown.Running, "running VM")} {were} powered on is not known",
            style: Styles.Strong);
        foreach (var (says, count) in unknown.Reasons.Take(isBrief ? 0 : MaxReasons)
            .Concat(unknown.Remedies.Take(isBrief ? 1 : MaxUnknownRemedies)))
        {
            page.Line((LineWidth.Fit($"{Counted.Number(count),7}  {says}", page.Style.Width, page.Style), null));
        }
    }

    private void WriteClusters(Page page)
    {
        var mixed = report.Clusters.Where(cluster => cluster.IsMixed).ToList();
        if (mixed.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Clusters whose hosts have different frequencies", style: Styles.Strong);
        var table = new TextTable(indent: 2);
        var most = report.FixSummary.ToSettle.Count > 0 ? MaxClustersBesideSettling : MaxClusters;
        foreach (var cluster in mixed.Take(most))
        {
            var (away, slow) = (cluster.Counts.Away, cluster.Counts.Slow + cluster.Counts.ExpectedSlow);
            var hosts = cluster.Classes.Sum(item => item.Hosts.Count);
            table.Add(
                slow > 0 ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(LineWidth.Fit(_names.Cluster(cluster), MaxCluster, page.Style)),
                new Cell($"{Counted.Of(hosts, "host")}, {Counted.Number(cluster.Classes.Count)} frequencies", Rank: 1),
                new Cell(away == 0 ? "" : $"{Counted.Of(away, "VM")} away"),
                new Cell(slow == 0 ? "" : $"{Counted.Number(slow)} slow or expected to be", Rank: 2));
        }

        table.Write(page);
        SectionText.WriteMore(page, mixed.Count - most);
    }

    private void WriteFindings(Page page)
    {
        if (report.Groups.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Findings", style: Styles.Strong);
        // Why much is unknown takes the place of some of them.
        var most = report.Unknown is { AreMany: true } ? MaxGroupsBesideUnknown : MaxGroups;
        var shown = report.Groups.Take(most).Select(group => (Group: group, group.HowMany)).ToList();
        var width = Math.Max(5, shown.Max(item => item.HowMany.Length));
        foreach (var (group, count) in shown)
        {
            var line = PlainText.OneLine($"{group.Rule} {group.Severity.ToDocumentName(),-8}  {count.PadLeft(width)}  {group.Title}");
            page.Line(("  " + LineWidth.Fit(line, page.Style.Width - 2, page.Style), Styles.Of(group.Severity)));
        }

        SectionText.WriteMore(page, report.Groups.Count - most);
        WriteRemedies(page);
    }

    private void WriteRemedies(Page page)
    {
        var takes = report.FixSummary;
        string[] sums = [takes.Fix, takes.Prevent.Length == 0 ? "" : $"{takes.Prevent}, so that it does not come back"];
        var steps = takes.Fix.Length > 0
            ? sums.Where(sum => sum.Length > 0)
            : report.Groups[0].Remedies.Take(MaxRemedies).Select(remedy => remedy.Action + remedy.ForWhom(PlainText.OneLine));
        page.Space();
        foreach (var (number, step) in steps.Index())
        {
            page.Paragraph(step, hanging: AnswerText.Label(number == 0 ? "To do" : "") + $"{number + 1}. ");
        }
    }

    private void WriteNext(Page page)
    {
        var again = view.Again("scan ...");
        List<(string Command, string For)> next =
        [
            ($"{again} --detail full", "every finding with its steps"),
            ($"{again} --out report.html", "a report to share"),
        ];
        if (report.Moves.Count > 0 && !report.Document.Anonymized)
        {
            next.Add(($"{again} --remedies moves.ps1", "the moves as a script to review"));
        }

        if (report.Document.Muting is { Muted.Count: > 0 and var muted })
        {
            page.Space();
            page.Paragraph($"{Counted.Of(muted, "finding")} left out by the configuration: --detail full lists them.", style: Styles.Faint);
        }

        var missing = report.Missing.Count(part => part is { IsWhole: false, IsAccepted: false })
            + (report.Document.GuestResults?.Unmatched.Count ?? 0);
        if (missing > 0)
        {
            page.Space();
            page.Paragraph(
                $"{Counted.Of(missing, "part")} could not be read or joined: --detail full names each.",
                style: Styles.Of(Severity.Warning));
        }

        WriteKnownGaps(page);
        AnswerText.WriteNext(page, next);
    }

    private void WriteKnownGaps(Page page)
    {
        if (report.KnownGaps.Count > 0)
        {
            page.Space();
            foreach (var line in report.KnownGaps)
            {
                page.Paragraph(PlainText.OneLine(line) + ".", style: Styles.Faint);
            }
        }
    }
}
