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

    private protected abstract void WriteTotals(string totals);

    private protected abstract void WriteMoves();

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
        Output.WriteLine();
        Output.WriteLine(Changes.By == ProposedBy.Report
            ? $"# 1. With {option}: vMotion back to a host with the home frequency, one at a time"
            : $"# With {option}: vMotion, wave by wave");
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

    private protected void WriteGroupsTitle(string option)
    {
        Output.WriteLine();
        Output.WriteLine($"# {(Changes.By == ProposedBy.Report ? "3. " : "")}With {option}: the hosts of each frequency of a mixed cluster, and the running virtual machines that belong there");
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

        WriteTotals(Changes.Totals);
        if (Changes.By != ProposedBy.Rules)
        {
            WriteMoves();
        }

        if (Changes.By == ProposedBy.Report)
        {
            Output.WriteLine();
            Output.WriteLine("# 2. Next restart of the guest, of those that have no host to be moved to");
            foreach (var machine in Changes.PowerCycles)
            {
                WriteName(machine);
                WritePowerCycle(machine);
            }
        }

        if (Changes.By != ProposedBy.Moves)
        {
            WriteGroups();
        }
    }
}
