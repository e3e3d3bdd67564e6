namespace TimerProbe.Reporting.Remedies;

/// <summary>A script of this folder, with marks in the places of what a document fills in, each a line of its own.</summary>
internal static class ScriptTemplate
{
    private const string HeadingMark = "#@heading";

    private const string ChangesMark = "#@changes";

    private const string ForMark = "#@for ";

    public static void Write(TextWriter output, string name, ProposedChanges changes, Action writeChanges)
    {
        using var resource = typeof(ScriptTemplate).Assembly.GetManifestResourceStream($"remedies/{name}")!;
        using var template = new StreamReader(resource);
        var own = changes.By.ToString();
        var isWanted = true;
        while (template.ReadLine() is { } line)
        {
            if (line.StartsWith(ForMark, StringComparison.Ordinal))
            {
                isWanted = line[ForMark.Length..].Split(' ')
                    .Any(item => item == "all" || item.Equals(own, StringComparison.OrdinalIgnoreCase));
            }
            else if (isWanted)
            {
                WriteLine(output, line, changes, writeChanges);
            }
        }
    }

    public static string Anonymized(ProposedChanges changes) =>
        $"This comes from an anonymized {(changes.By == ProposedBy.Report ? "scan" : "plan")}: its servers are pseudonyms, so it cannot be run.";

    public static string MovesTitle(ProposedChanges changes, string option) => changes.By == ProposedBy.Report
        ? $"# 1. With {option}: vMotion back to a host with the home frequency, one at a time"
        : $"# With {option}: vMotion, wave by wave";

    public static string GroupsTitle(ProposedChanges changes, string option) =>
        $"# {(changes.By == ProposedBy.Report ? "3. " : "")}With {option}: the hosts of each frequency of a mixed cluster, and the running virtual machines that belong there";

    public static string Number(int number) => number.ToString();

    private static void WriteLine(TextWriter output, string line, ProposedChanges changes, Action writeChanges)
    {
        switch (line)
        {
            case HeadingMark:
                output.WriteLine($"# Changes proposed by {changes.Heading}.");
                break;
            case ChangesMark:
                writeChanges();
                break;
            default:
                output.WriteLine(line);
                break;
        }
    }
}
