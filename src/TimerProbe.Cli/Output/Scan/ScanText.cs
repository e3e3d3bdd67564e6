namespace TimerProbe.Cli.Output;

/// <summary>A scan as text: one screen of what matters most and what to do, or in full the tables and findings of its report.</summary>
internal sealed class ScanText
{
    private const int Screen = 40, TableLines = 4;
    private const int MaxVCenters = 3, MaxGroups = 5, MaxGroupsBesideUnknown = 2, MaxReasons = 2;
    private const int MaxClusters = 4, MaxCluster = 40, MaxMissing = 10, MaxAway = 12;

    private readonly Page _page;
    private readonly TextView _view;
    private readonly ScanReport _report;
    private readonly Func<string, string> _host;

    private ScanText(ScanDocument document, TextView view, TextWriter output)
    {
        _page = new Page(view.Style, output);
        _view = view;
        _report = new ScanReport(document);
        _host = IsVerbose
            ? name => name
            : AnswerText.ShortNames(document.VCenters.SelectMany(vcenter => vcenter.Hosts).Select(host => host.Name));
    }

    private bool IsVerbose => _view.Detail == Detail.Verbose;

    public static void Write(ScanDocument document, TextView view, TextWriter output)
    {
        var text = new ScanText(document, view, output);
        text.WriteHeadline();
        (view.Detail == Detail.Summary ? (Action)text.WriteAnswer : text.WriteInFull)();
    }

    private void WriteInFull()
    {
        WriteVCenters();
        WriteLimits();
        var deciding = FleetReport.Deciding(_report);
        _page.List(deciding.Title, deciding.Notes.Select(note => note.Replace("`", "", StringComparison.Ordinal)));
        foreach (var section in FleetReport.GetTables(_report, _host).Where(section => section.Rows.Count > 0))
        {
            AnswerText.WriteSection(
                _page, section, IsVerbose, IsVerbose ? int.MaxValue : FindingText.MaxRows, $"--output {section.WholeIn} has them all");
        }

        var findings = new FindingText(_page, IsVerbose, GetName, group => _report.AreAway(group.Findings));
        foreach (var group in _report.Groups)
        {
            findings.Write(group);
        }

        _page.List("Muted by the configuration", _report.Muted);
        // The top of the page says why nothing of a vCenter could be read.
        foreach (var section in FleetReport.Missing(_report, withFailed: false))
        {
            AnswerText.WriteSection(_page, section, isWhole: true, IsVerbose ? int.MaxValue : MaxMissing, "--verbose has them all");
        }

        _page.List("Known gaps", _report.KnownGaps);
        var cost = FleetReport.Cost(_report.Document.Timing);
        if (IsVerbose)
        {
            AnswerText.WriteSection(_page, cost, isWhole: true);
        }
        else
        {
            _page.Space();
            _page.Paragraph(PlainText.OneLine(cost.Notes[0]), style: Styles.Faint);
        }

        if (_report.Document.Findings.Count > 0)
        {
            _page.Space();
            WriteHeadline();
        }
    }

    private void WriteAnswer()
    {
        WriteLimits();
        WriteVCenters();
        WriteUnknown();
        WriteClusters();
        var below = Page.Text(_view.Style, rest =>
        {
            WriteFindings(rest);
            WriteNext(rest);
        });
        if (_report.Away.Count > 0)
        {
            var room = Math.Clamp(Screen - _page.Lines - below.AsSpan().Count('\n') - TableLines, 1, MaxAway);
            AnswerText.WriteSection(_page, FleetReport.Away(_report, _host), isWhole: false, room, "--output html or csv has them all");
        }

        _page.Append(below);
    }

    private void WriteHeadline()
    {
        var summary = _report.Summary;
        _page.Paragraph(summary.Headline, style: summary.Severity is { } severity ? Styles.Of(severity) : Styles.Of(ClockState.Healthy));
        WriteSentences([summary.Numbers]);
        if (summary.Failed.Count > 0 && summary.Failed.Count < _report.Document.VCenters.Count)
        {
            var failed = PlainText.OneLine($"Nothing is known about {string.Join(", ", summary.Failed)}: it could not be read.");
            _page.Paragraph(failed, indent: 2, Styles.Of(Severity.Critical));
        }
    }

    private void WriteLimits()
    {
        var document = _report.Document;
        WriteSentences(_report.LeftOut.Select(left => PlainText.OneLine(left) + "."), Styles.Of(Severity.Warning));
        string[] sentences =
        [
            .. _report.Limits.Select(limit => PlainText.OneLine(limit.Replace("`", "", StringComparison.Ordinal))),
            NoticeText.Published(document.Published),
            NoticeText.Stored(document.StoredChecks),
            document.Anonymized ? "Names and UUIDs are pseudonyms." : "",
        ];
        WriteSentences(sentences, Styles.Faint);
    }

    private void WriteSentences(IEnumerable<string> sentences, Style? style = null)
    {
        foreach (var sentence in sentences.Where(sentence => sentence.Length > 0))
        {
            _page.Paragraph(sentence, indent: 2, style);
        }
    }

    private void WriteVCenters()
    {
        var vcenters = _report.Document.VCenters;
        _page.Space();
        if (vcenters.Count > MaxVCenters && _view.Detail == Detail.Summary)
        {
            var states = vcenters.CountBy(vcenter => vcenter.Status)
                .OrderByDescending(state => state.Key)
                .Select(state => $"{Counted.Number(state.Value)} {state.Key.ToDocumentName()}");
            var (hosts, machines) = (vcenters.Sum(vcenter => vcenter.Hosts.Count), vcenters.Sum(vcenter => vcenter.VirtualMachines.Count));
            var counts = $"{Counted.Of(hosts, Noun.Host)}, {Counted.Of(machines, Noun.Vm)}";
            _page.Paragraph($"{Counted.Of(vcenters.Count, Noun.VCenter)} ({string.Join(", ", states)}), {counts}", indent: 2);
            return;
        }

        var table = new TextTable(indent: 2);
        foreach (var vcenter in vcenters)
        {
            var failed = vcenter.Status == ReadStatus.Failed;
            table.Add(
                failed ? Styles.Of(Severity.Critical) : vcenter.Status == ReadStatus.Partial ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(vcenter.Server),
                new Cell(vcenter.Status.ToDocumentName()),
                new Cell(GetProduct(vcenter), Rank: 3),
                new Cell(failed ? "" : Counted.Of(vcenter.Hosts.Count, Noun.Host), Right: true, Rank: 2),
                new Cell(failed ? "" : Counted.Of(vcenter.VirtualMachines.Count, Noun.Vm), Right: true, Rank: 1));
        }

        table.Write(_page);
        var unread = vcenters.Where(vcenter => vcenter.Status == ReadStatus.Failed);
        foreach (var problem in unread.SelectMany(vcenter => vcenter.Problems.Take(1)))
        {
            _page.Paragraph(PlainText.OneLine(problem), indent: 4);
        }

        foreach (var vcenter in vcenters.Where(vcenter => vcenter is { CertificateVerified: false, Status: not ReadStatus.Failed }))
        {
            _page.Paragraph(
                $"The certificate of {PlainText.OneLine(vcenter.Server)} was not verified: anyone may have answered in its place.",
                indent: 2,
                Styles.Of(Severity.Warning),
                hanging: _page.Style.Warning);
        }
    }

    private string GetProduct(VCenterFacts vcenter) => (IsVerbose ? vcenter.FullName : null) ?? vcenter switch
    {
        { Version: null } => "",
        { IsVirtualCenter: false } => "ESXi " + vcenter.Version,
        _ => "vCenter " + vcenter.Version,
    };

    private string GetName(Subject subject) =>
        PlainText.OneLine(_report.HasSeveralVCenters && subject.Server is { } server ? $"{subject.Name} ({server})" : subject.Name);

    private void WriteUnknown()
    {
        if (_report.Unknown is { AreMany: true } unknown)
        {
            AnswerText.WriteLines(
                _page,
                $"Original host unknown: {Counted.Number(unknown.Count)} of {Counted.Of(unknown.Running, Noun.Vm.With("running"))}",
                unknown.Reasons.Take(MaxReasons).Select(item => ($"{Counted.Number(item.Count),7}  {item.Reason}", (Severity?)null)));
        }
    }

    private void WriteClusters()
    {
        if (_report.Clusters.Where(cluster => cluster.IsMixed).ToList() is not { Count: > 0 } mixed)
        {
            return;
        }

        _page.Space();
        _page.Paragraph("Clusters whose hosts have different frequencies", style: Styles.Strong);
        var table = new TextTable(indent: 2);
        foreach (var cluster in mixed.Take(MaxClusters))
        {
            var (away, slow) = (cluster.Counts.Away, cluster.Counts.Slow + cluster.Counts.ExpectedSlow);
            var where = string.Join(
                ", ", new[] { cluster.Facts?.Datacenter, _report.HasSeveralVCenters ? cluster.VCenter.Server : null }.OfType<string>());
            var name = PlainText.OneLine(where.Length == 0 ? cluster.Name : $"{cluster.Name} ({where})");
            table.Add(
                slow > 0 ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(_page.Style.Fit(name, MaxCluster)),
                new Cell(
                    $"{Counted.Of(cluster.Classes.Sum(item => item.Hosts.Count), Noun.Host)}, {Counted.Of(cluster.Classes.Count, Noun.Frequency)}", Rank: 1),
                new Cell(away == 0 ? "" : $"{Counted.Of(away, Noun.Vm)} away"),
                new Cell(slow == 0 ? "" : $"{Counted.Number(slow)} slow or expected to be", Rank: 2));
        }

        table.Write(_page);
        AnswerText.WriteMore(_page, mixed.Count - MaxClusters);
    }

    private void WriteFindings(Page page)
    {
        // Why much is unknown takes the place of some of them.
        var maxGroups = _report.Unknown is { AreMany: true } ? MaxGroupsBesideUnknown : MaxGroups;
        var width = _report.Groups.Take(maxGroups).Select(group => group.HowMany.Length).Append(5).Max();
        AnswerText.WriteLines(
            page,
            "Findings",
            _report.Groups.Take(maxGroups).Select(group => (
                $"  {group.Rule} {group.Severity.ToDocumentName(),-8}  {group.HowMany.PadLeft(width)}  {group.Title}", (Severity?)group.Severity)),
            _report.Groups.Count - maxGroups);
        if (_report.ToDo.Count > 0)
        {
            page.Space();
        }

        foreach (var (number, step) in _report.ToDo.Index())
        {
            page.Paragraph(
                PlainText.OneLine($"{step.Says} ({step.Sure})"), hanging: AnswerText.Label(number == 0 ? "To do" : "") + $"{number + 1}. ");
        }
    }

    private void WriteNext(Page page)
    {
        if (_report.Document.Muting is { Muted.Count: > 0 and var muted })
        {
            page.Space();
            page.Paragraph($"{Counted.Of(muted, Noun.Finding)} left out by the configuration: --detail full lists them.", style: Styles.Faint);
        }

        var missing = _report.Missing.Count(part => part is { IsWhole: false, IsAccepted: false })
            + (_report.Document.GuestResults?.Unmatched.Count ?? 0);
        if (missing > 0)
        {
            page.Space();
            page.Paragraph($"{Counted.Of(missing, Noun.Part)} could not be read or joined: --detail full names each.", style: Styles.Of(Severity.Warning));
        }

        if (_report.KnownGaps.Count > 0)
        {
            page.Space();
            page.Paragraph(string.Join('\n', _report.KnownGaps.Select(line => PlainText.OneLine(line) + ".")), style: Styles.Faint);
        }

        var again = _view.Again("scan ...");
        AnswerText.WriteNext(page,
        [
            ($"{again} --detail full", "every finding with its steps"),
            ($"{again} --out report.html", "a report to share"),
            .. new[] { ($"{again} --remedies moves.ps1", "the moves as a script to review") }
                .Where(_ => _report.Moves.Count > 0 && !_report.Document.Anonymized),
        ]);
    }
}
