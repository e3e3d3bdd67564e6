namespace TimerProbe.Reporting.Remedies;

/// <summary>
/// A script of the changes that a scan or a plan proposes and that are safe to make one after the other, for a person to review.
/// Until it is told to apply them it only says what it would do. It moves machines only when told to by a switch of its own,
/// never powers one off and never touches <c>virtual_rdtsc</c>.
/// </summary>
public abstract class RemediesScript
{
    public const string Rule = "TP201";

    private const string HeadingMark = "#@heading", ChangesMark = "#@changes", ForMark = "#@for ";

    private int _titles;

    private protected RemediesScript(ProposedChanges changes, TextWriter output)
    {
        Changes = changes;
        Output = output;
    }

    private protected ProposedChanges Changes { get; }

    private protected TextWriter Output { get; }

    /// <summary>Writes the script for VMware PowerCLI, with Windows line ends.</summary>
    /// <exception cref="ArgumentException">The document proposes nothing that a script can do.</exception>
    public static void PowerShell(object document, TextWriter output)
    {
        output.NewLine = "\r\n";
        output.Write('\uFEFF');
        new PowerShellScript(ProposedChanges.From(document), output).Write("remedies.ps1");
    }

    /// <summary>Writes the script for a POSIX shell with govc.</summary>
    /// <exception cref="ArgumentException">The document proposes nothing that a script can do.</exception>
    public static void Shell(object document, TextWriter output)
    {
        output.NewLine = "\n";
        new ShellScript(ProposedChanges.From(document), output).Write("remedies.sh");
    }

    public static bool IsFor(object document) =>
        document is ScanDocument or PlanDocument { Kind: PlanKind.Evacuate or PlanKind.Home or PlanKind.Rules };

    /// <summary>Ends the script before it does anything.</summary>
    private protected abstract void WriteRefusal(string because);

    private protected abstract void WriteMessage(string message);

    private protected abstract void WriteMoves();

    private protected abstract void WriteOtherCluster(ProposedMachine machine);

    private protected abstract void WritePowerCycle(ProposedMachine machine);

    private protected abstract void WriteGroups();

    private protected void WriteName(ProposedMachine machine, string indent = "")
    {
        Output.WriteLine();
        Output.WriteLine($"{indent}# Name: {machine.Name}");
        Output.WriteLine($"{indent}# Evidence: {machine.Evidence}");
    }

    private protected void WriteMoves(
        string option, string condition, string atOnce, string startWave, string waitRunning, string end, string indent,
        Action<ProposedMachine> write)
    {
        WriteTitle(Changes.By == ProposedBy.Report
            ? $"With {option}: vMotion within the cluster, to a host with the home frequency, one at a time (expected to end the slowness, no downtime)"
            : $"With {option}: vMotion, wave by wave");
        Output.WriteLine(condition);
        Output.WriteLine($"{indent}{atOnce}{Changes.AtOnce}");
        var wave = 0;
        foreach (var move in Changes.Moves)
        {
            if (move.Wave > wave)
            {
                wave = move.Wave;
                Output.WriteLine();
                Output.WriteLine($"{indent}# Wave {wave}");
                Output.WriteLine(indent + startWave);
            }

            write(move);
        }

        Output.WriteLine();
        Output.WriteLine(indent + waitRunning);
        Output.WriteLine(end);
    }

    private protected void WriteGroupsTitle(string option) =>
        WriteTitle($"With {option}: the hosts of each frequency of a mixed cluster, and the running virtual machines that belong there");

    private void WriteTitle(string title)
    {
        Output.WriteLine();
        Output.WriteLine($"# {(Changes.By == ProposedBy.Report ? $"{++_titles}. " : "")}{title}");
    }

    /// <summary>The script of this folder: marks, each a line of its own, are in the places of what a document fills in.</summary>
    private void Write(string name)
    {
        using var resource = typeof(RemediesScript).Assembly.GetManifestResourceStream($"remedies/{name}")!;
        using var template = new StreamReader(resource);
        var own = Changes.By.ToString();
        var isWanted = true;
        while (template.ReadLine() is { } line)
        {
            if (line.StartsWith(ForMark, StringComparison.Ordinal))
            {
                isWanted = line[ForMark.Length..].Split(' ')
                    .Any(item => item == "all" || item.Equals(own, StringComparison.OrdinalIgnoreCase));
            }
            else if (isWanted && line == ChangesMark)
            {
                WriteChanges();
            }
            else if (isWanted)
            {
                Output.WriteLine(line == HeadingMark ? $"# Changes proposed by {Changes.Heading}." : line);
            }
        }
    }

    private void WriteChanges()
    {
        if (Changes.Anonymized)
        {
            WriteRefusal($"This comes from an anonymized {(Changes.By == ProposedBy.Report ? "scan" : "plan")}: its servers are pseudonyms, so it cannot be run.");
            Output.WriteLine();
        }

        WriteMessage(Changes.Totals);
        WriteSection(Changes.ToMeasure, "First: measure inside, for the home of these is inferred (timerprobe check, or Invoke-TimerProbeGuestProbe); take out whom it finds healthy", _ => { });
        if (Changes.ToMeasure.Count > 0)
        {
            WriteMessage($"Measure first: {Counted.Of(Changes.ToMeasure.Count, Noun.VirtualMachine)} whose home is inferred.");
        }

        if (Changes.Moves.Count > 0)
        {
            WriteMoves();
        }

        WriteSection(
            [.. Changes.PowerCycles.Where(machine => machine.DestinationId.Length > 0)],
            "vMotion to another cluster, which had their storage and networks (expected to end the slowness, no downtime)",
            WriteOtherCluster);
        WriteSection(
            Changes.PowerCycles,
            "Power cycle at the next restart of the guest, of those that have no host in their cluster (expected to end the slowness, downtime)",
            WritePowerCycle);
        if (Changes.Groups.Count > 0)
        {
            WriteGroups();
        }
    }

    private void WriteSection(IReadOnlyList<ProposedMachine> machines, string title, Action<ProposedMachine> write)
    {
        if (machines.Count > 0)
        {
            WriteTitle(title);
        }

        foreach (var machine in machines)
        {
            WriteName(machine);
            write(machine);
        }
    }
}
