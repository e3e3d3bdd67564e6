namespace TimerProbe.Cli.Tests.Answers;

/// <summary>What a terminal of 80 columns without colours shows, held by a file; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
internal static class Transcript
{
    public static TextStyle Terminal { get; } = new(Width: 80, Colour: false, Unicode: true);

    public static void AssertIs(string name, string text) =>
        GoldenFile.AssertIs(text, "tests", "TimerProbe.Cli.Tests", "Answers", "Transcripts", name + ".txt");

    /// <summary>It is one screen: no more lines than that, none wider than the terminal.</summary>
    public static void AssertFits(string text, int lines)
    {
        var written = text.TrimEnd('\n').Split('\n');
        Assert.True(written.Length <= lines, $"{written.Length} lines instead of {lines}:\n{text}");
        Assert.All(written, line => Assert.True(TextStyle.GetWidth(line) <= Terminal.Width, $"{TextStyle.GetWidth(line)} columns: {line}"));
    }
}
