namespace TimerProbe.Reporting.Remedies;

/// <summary>A script of this folder, with marks in the places of what a scan fills in.</summary>
internal static class ScriptTemplate
{
    private const string HeadingMark = "#@heading\n";

    private const string ChangesMark = "#@changes\n";

    /// <summary>The whole script.</summary>
    /// <param name="name">The name of the file.</param>
    /// <param name="heading">The scan's heading; it becomes a comment.</param>
    /// <param name="changes">The lines of the changes, the last one ended.</param>
    public static string Fill(string name, string heading, string changes)
    {
        using var resource = typeof(ScriptTemplate).Assembly.GetManifestResourceStream($"remedies/{name}")!;
        using var reader = new StreamReader(resource);
        var template = reader.ReadToEnd();
        // In two steps, from the end: what is filled in is never searched for marks.
        var (head, tail) = Split(template, ChangesMark);
        var (begin, middle) = Split(head, HeadingMark);
        return $"{begin}# Changes proposed by {heading}.\n{middle}{changes}{tail}";
    }

    private static (string Before, string After) Split(string text, string mark)
    {
        var index = text.IndexOf(mark, StringComparison.Ordinal);
        return (text[..index], text[(index + mark.Length)..]);
    }
}
