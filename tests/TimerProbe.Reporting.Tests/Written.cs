namespace TimerProbe.Reporting.Tests;

/// <summary>What a writer writes, as text.</summary>
internal static class Written
{
    public static string Of<TDocument>(Action<TDocument, TextWriter> write, TDocument document) => By(output => write(document, output));

    public static string Of<TDocument, TView>(Action<TDocument, TView, TextWriter> write, TDocument document, TView view) =>
        By(output => write(document, view, output));

    public static string By(Action<TextWriter> write)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        write(text);
        return text.ToString();
    }
}
