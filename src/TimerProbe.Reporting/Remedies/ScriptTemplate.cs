namespace TimerProbe.Reporting.Remedies;

/// <summary>A script of this folder, with marks in the places of what a scan fills in, each a line of its own.</summary>
internal static class ScriptTemplate
{
    private const string HeadingMark = "#@heading";

    private const string ChangesMark = "#@changes";

    /// <summary>Writes the whole script.</summary>
    /// <param name="output">Where to; its newline ends every line.</param>
    /// <param name="name">The name of the file.</param>
    /// <param name="heading">The scan's heading; it becomes a comment.</param>
    /// <param name="writeChanges">Writes the lines of the changes.</param>
    public static void Write(TextWriter output, string name, string heading, Action writeChanges)
    {
        using var resource = typeof(ScriptTemplate).Assembly.GetManifestResourceStream($"remedies/{name}")!;
        using var template = new StreamReader(resource);
        while (template.ReadLine() is { } line)
        {
            switch (line)
            {
                case HeadingMark:
                    output.WriteLine($"# Changes proposed by {heading}.");
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
}
