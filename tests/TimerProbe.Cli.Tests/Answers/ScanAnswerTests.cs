namespace TimerProbe.Cli.Tests.Answers;

public sealed class ScanAnswerTests
{
    private const int Screen = 40;

    public static TheoryData<int> Away => [1, 3, 50, 1_000];

    [Theory]
    [MemberData(nameof(Away))]
    public void The_answer_is_one_screen(int away) => Transcript.AssertFits(Write(SampleScan.WithAway(away), Detail.Summary), Screen);

    [Fact]
    public void The_sample_of_the_documentation_is_told_in_one_screen()
    {
        var document = (ScanDocument)DocumentJson.Read(File.ReadAllBytes(Repository.Path("docs", "samples", "scan.json")));
        var text = Write(document, Detail.Summary);

        Transcript.AssertFits(text, Screen);
        Transcript.AssertIs("scan", text);
    }

    private static string Write(ScanDocument document, Detail detail) => Written.Of(ScanText.Write, document, new TextView(Transcript.Terminal, detail));
}
