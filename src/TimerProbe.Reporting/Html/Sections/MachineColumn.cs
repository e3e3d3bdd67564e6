namespace TimerProbe.Reporting.Html;

/// <summary>A column of the table of machines; one that would be empty all the way down is left out.</summary>
internal sealed record MachineColumn(string Key, string Title, bool IsNumber, Action<HtmlPage, MachineRow> Write)
{
    private const string Same = "same";

    private const int FirstWithReferenceTime = 10;

    public static IReadOnlyList<MachineColumn> From(ScanReport report, FleetLinks links)
    {
        var machines = report.Machines;
        return
        [
            new("name", "Name", IsNumber: false, (page, machine) => WriteName(page, links, machine)),
            .. report.HasSeveralVCenters ? [Text("vcenter", "vCenter", machine => machine.Server)] : None,
            Text("cluster", "Cluster", machine => machine.Facts.Cluster),
            Text("placement", "Placement", machine => machine.Where),
            .. machines.Any(machine => machine.Findings.Count > 0)
                ? [new("findings", "Findings", IsNumber: false, (page, machine) => WriteFindings(page, links, machine))]
                : None,
            Number("ppm", "Difference ppm", machine => DisplayText.Ppm(machine.Facts.DifferencePpm)),
            Text("host", "Host", machine => machine.Facts.Host),
            Number("hostHz", "Host MHz", machine => DisplayText.Megahertz(machine.Facts.HostHz)),
            Text("homeHost", "Home host", machine => SameHost(machine.Facts) ? Same : machine.Facts.HomeHost),
            Number("homeHz", "Home MHz", machine => SameHertz(machine.Facts) ? Same : DisplayText.Megahertz(machine.Facts.HomeHz)),
            new("since", "Powered on there (UTC)", IsNumber: false, (page, machine) => WriteSince(page, report, machine)),
            .. machines.Any(machine => machine.AwaySince is not null)
                ? [Text("awaySince", "Away since (UTC)", machine => machine.AwaySince is { } since ? Times.Minute(since) : "")]
                : None,
            .. machines.Any(machine => machine.Facts.Stretches is { Count: > 0 })
                ? [Text("stretches", "Ran at (vCenter's statistics)", machine => NoticeText.Stretches(machine.Facts.Stretches))]
                : None,
            .. machines.Any(machine => machine.Facts.Guest is not null)
                ? [Text("guest", "Measured in the guest", Guest)]
                : None,
            .. machines.Any(machine => machine.Facts.Pressure is not null)
                ? [
                    Pressure("ready", "CPU ready %", pressure => pressure.ReadyPercent),
                    Pressure("usage", "CPU usage %", pressure => pressure.UsagePercent),
                ]
                : None,
            .. machines.Any(machine => Settings(machine.Facts).Length > 0)
                ? [Text("settings", "Settings of note", machine => Settings(machine.Facts))]
                : None,
        ];
    }

    private static MachineColumn[] None => [];

    private static MachineColumn Text(string key, string title, Func<MachineRow, string?> text) =>
        new(key, title, IsNumber: false, (page, machine) => page.Add($"<td>{text(machine)}"));

    private static MachineColumn Number(string key, string title, Func<MachineRow, string> text) =>
        new(key, title, IsNumber: true, (page, machine) => page.Add($"<td>{text(machine)}"));

    private static MachineColumn Pressure(string key, string title, Func<CpuPressureOfMachine, double?> percent) =>
        new(key, title, IsNumber: true, (page, machine) =>
            page.Add($"<td class=n>{(machine.Facts.Pressure is { } pressure ? Percent(percent(pressure)) : "")}"));

    private static string Percent(double? percent) => percent?.ToString("0.0") ?? "";

    private static void WriteName(HtmlPage page, FleetLinks links, MachineRow machine)
    {
        if (links.Machine(machine) is { } link)
        {
            page.Add($"<th scope=\"row\"><a {link}>{machine.Facts.Name}</a>");
        }
        else
        {
            page.Add($"<th>{machine.Facts.Name}");
        }
    }

    private static void WriteFindings(HtmlPage page, FleetLinks links, MachineRow machine)
    {
        if (machine.Findings is not [var mostSevere, ..])
        {
            page.Add($"<td>");
            return;
        }

        page.Add($"<td>{mostSevere.Severity.ToDocumentName()}");
        foreach (var (link, rule) in machine.Findings.Select(finding => (links.Finding(finding), finding.Rule)).Distinct())
        {
            page.Add($" <a {link}>{rule}</a>");
        }
    }

    private static void WriteSince(HtmlPage page, ScanReport report, MachineRow machine)
    {
        var facts = machine.Facts;
        if (facts.UnknownReason is { } reason)
        {
            var number = report.GetNumber(reason);
            page.Add($"<td><a href=#u{number}>reason {number}</a>");
        }
        else if (facts.HomeKnownBy is { } source)
        {
            page.Add($"<td>{(facts.HomeSince is { } since ? Times.Minute(since) : "")}{(source == HomeSource.Event ? "" : $" {source.ToDocumentName()}")}{(facts.HomeCertainty == HomeCertainty.Inferred ? " (inferred)" : "")}");
        }
        else
        {
            page.Add($"<td>");
        }
    }

    private static bool SameHost(VirtualMachineFacts machine) => machine.HomeHost is { } home && home == machine.Host;

    private static bool SameHertz(VirtualMachineFacts machine) => machine.HomeHz is { } home && home == machine.HostHz;

    private static string Guest(MachineRow machine) => machine.Facts.Guest is not { } guest ? "" : string.Join(
        ", ",
        new[]
        {
            guest.State.ToDocumentName(),
            DisplayText.Cause(guest.Cause),
            guest.PreciseTimeNs?.ToString() ?? "",
            guest.MatchedBy == "name" ? "matched by name" : "",
            guest.Source == GuestSource.Published ? "published" : ""
        }
            .Where(part => part.Length > 0));

    private static string Settings(VirtualMachineFacts machine) => string.Join("; ", SettingsOfNote(machine.Settings));

    private static IEnumerable<string> SettingsOfNote(VirtualMachineSettings settings)
    {
        if (settings.VirtualRdtsc is { } rdtsc)
        {
            yield return $"virtual_rdtsc = {Flag(rdtsc)}";
        }

        if (settings.RebootPowerCycle is { } powerCycle)
        {
            yield return $"reboot.powerCycle = {Flag(powerCycle)}";
        }

        if (settings.LatencySensitivity is { } latency and not "normal")
        {
            yield return $"latency sensitivity {latency}";
        }

        if (settings.CpuLimitMhz is { } limit)
        {
            yield return $"CPU limit {Counted.Number(limit)} MHz";
        }

        if (settings.HardwareVersion is { } version && IsOldHardware(version))
        {
            yield return version;
        }

        foreach (var (key, value) in settings.Other.OrderBy(other => other.Key, StringComparer.Ordinal))
        {
            yield return $"{key} = {value}";
        }
    }

    private static string Flag(bool value) => value ? "TRUE" : "FALSE";

    private static bool IsOldHardware(string version) => version.StartsWith("vmx-", StringComparison.Ordinal)
        && int.TryParse(version.AsSpan(4), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && number < FirstWithReferenceTime;
}
