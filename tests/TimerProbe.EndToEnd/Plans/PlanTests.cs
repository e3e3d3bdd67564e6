namespace TimerProbe.EndToEnd.Plans;

/// <summary><c>timerprobe plan</c> on the sample scan, and on one of the simulated vCenter.</summary>
public sealed partial class PlanTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private static readonly string Sample = Repository.Path("docs", "samples", "scan.json");

    public static TheoryData<string> Kinds => ["evacuate esx01", "home", "rules"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_plan_is_a_screen_and_a_document_of_its_schema(string plan)
    {
        using var folder = new TemporaryFolder();
        var text = await Plan(plan).SucceedsAsync(error: "");
        Assert.InRange(text.Out.TrimEnd('\n').Split('\n').Length, 8, 40);
        Assert.Matches("^[A-Z]+( [A-Z]+)*  ", text.Out);
        var written = await Plan(plan).With("--out", folder["plan.json"]).RunAsync();
        Assert.Equal(new ProgramResult(0, "", ""), written);
        await DocumentSchema.AssertValidAsync(await ReadAsync(folder["plan.json"]), "timerprobe.plan.1.json");
    }

    [Fact]
    public async Task A_saved_plan_is_rendered_again()
    {
        using var folder = new TemporaryFolder();
        await Plan("evacuate esx01").With("--out", folder["plan.json"]).RunAsync();
        var now = await Plan("evacuate esx01").With("--output", "html").SucceedsAsync();
        var again = await TimerProbeProgram.InProcess.With("report", "--from", folder["plan.json"], "--output", "html").SucceedsAsync(error: "");
        Assert.Equal(TimeOrId().Replace(now.Out, "*"), TimeOrId().Replace(again.Out, "*"));
    }

    [Fact]
    public async Task A_scan_of_a_vCenter_is_planned_from_standard_input_and_no_name_is_left_under_pseudonyms()
    {
        Needs.Linux();
        var scan = DocumentJson.Write(fleet.Document);
        var program = TimerProbeProgram.InProcess with { Input = scan };
        foreach (var kind in new[] { "evacuate esx04", "home", "rules" })
        {
            var named = await program.With(["plan", .. kind.Split(' '), "--from", "-", "--output", "markdown"]).SucceedsAsync(error: "");
            Assert.Contains("lab.example", named.Out, StringComparison.Ordinal);
            var anonymous = await program.With(["plan", .. kind.Split(' '), "--from", "-", "--output", "markdown", "--anonymize"]).SucceedsAsync();
            Assert.DoesNotContain("lab.example", anonymous.Out, StringComparison.Ordinal);
            Assert.DoesNotContain("away-", anonymous.Out, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("evacuate esx1", "no scan given has a host 'esx1'; did you mean esx01, esx11, esx12?")]
    [InlineData("home --fill 9", "--fill takes a number from 10 to 100, not '9'")]
    [InlineData("home --output openmetrics", "--output takes text, json, csv, html, markdown, xlsx, not 'openmetrics'")]
    public async Task What_cannot_be_planned_is_a_sentence(string plan, string sentence)
    {
        await Plan(plan).EndsAsync(2, sentence, "");
    }

    [Fact]
    public async Task What_is_no_scan_is_a_sentence()
    {
        using var folder = new TemporaryFolder();
        await Plan("home").With("--out", folder["plan.json"]).RunAsync();
        folder.Write("other.json", "{}");
        folder.Write("later.json", """{ "schema": "timerprobe.scan/9" }""");
        await TimerProbeProgram.InProcess.With("plan", "home", "--from", folder["plan.json"]).EndsAsync(2, "--from takes scans, not a document of plan", "");
        await TimerProbeProgram.InProcess.With("plan", "home", "--from", folder["other.json"]).EndsAsync(2, "is not a timerprobe document: it names no schema", "");
        await TimerProbeProgram.InProcess.With("report", "--from", folder["later.json"]).EndsAsync(2, "its schema is timerprobe.scan/9, which this version does not know", "");
        await TimerProbeProgram.InProcess.With("report", "--from", folder["plan.json"], "--from", Sample).EndsAsync(2, "--from takes one document here", "");
        await TimerProbeProgram.InProcess.With("plan", "home", "--from", folder["plan.json"], "--from", Sample, "--out", Sample).EndsAsync(2, "choose another file", "");
    }

    private static ProgramRun Plan(string plan) => TimerProbeProgram.InProcess.With(["plan", .. plan.Split(' '), "--from", Sample]);

    private static Task<string> ReadAsync(string file) => File.ReadAllTextAsync(file, Cancel);

    [GeneratedRegex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TimeOrId();
}
