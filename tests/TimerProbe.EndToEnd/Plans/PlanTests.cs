using System.Text.RegularExpressions;

namespace TimerProbe.EndToEnd.Plans;

/// <summary><c>timerprobe plan</c> on the sample scan, and on one of the simulated vCenter.</summary>
public sealed partial class PlanTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private static readonly string Sample = Repository.Path("docs", "samples", "scan.json");

    public static TheoryData<string> Kinds => ["evacuate esx01", "home", "rules"];

    public static TheoryData<string> Formats => ["text", "json", "html", "markdown", "csv"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_plan_is_a_screen_and_a_document_of_its_schema(string plan)
    {
        using var folder = new TemporaryFolder();
        var text = await Plan(plan).RunAsync();
        Assert.Equal((0, ""), (text.ExitCode, text.Error));
        Assert.InRange(text.Out.TrimEnd('\n').Split('\n').Length, 8, 40);
        Assert.Matches("^[A-Z]+( [A-Z]+)*  ", text.Out);
        var written = await Plan(plan).With("--out", folder["plan.json"]).RunAsync();
        Assert.Equal(new ProgramResult(0, "", ""), written);
        await DocumentSchema.AssertValidAsync(await ReadAsync(folder["plan.json"]), "timerprobe.plan.1.json");
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public async Task A_saved_plan_is_rendered_again_in_every_format(string format)
    {
        using var folder = new TemporaryFolder();
        await Plan("evacuate esx01").With("--out", folder["plan.json"]).RunAsync();
        var now = await Plan("evacuate esx01").With("--output", format).RunAsync();
        var again = await TimerProbeProgram.InProcess.With("report", "--from", folder["plan.json"], "--output", format).RunAsync();
        Assert.Equal((0, 0, ""), (now.ExitCode, again.ExitCode, again.Error));
        Assert.Equal(WithoutNext(now.Out), WithoutNext(again.Out));

        // What comes next names the file, once there is one.
        string WithoutNext(string text) => WithoutTime(format == "text" ? text[..text.IndexOf("\nNext ", StringComparison.Ordinal)] : text);
    }

    [Fact]
    public async Task Moves_go_to_hosts_of_the_cluster_where_the_clock_is_no_slower_and_the_table_has_a_row_for_each()
    {
        var plan = await DocumentAsync("evacuate ESX01");
        var scan = DocumentJson.Read<ScanDocument>(await ReadAsync(Sample));
        Assert.Equal(["esx01.lab.example"], plan.Evacuation!.Hosts);
        Assert.NotEmpty(plan.Moves);
        Assert.All(plan.Moves, move =>
        {
            Assert.Equal("esx01.lab.example", move.From);
            Assert.Contains(scan.VCenters[0].Hosts, host => host.Name == move.To && host.Cluster == "prod");
            Assert.True(move.After <= move.Before, $"{move.Machine}: {move.Before} to {move.After}");
        });
        var csv = await Plan("evacuate esx01").With("--output", "csv").RunAsync();
        var rounds = plan.Evacuation.Rounds.SelectMany(round => round.Steps).Sum(step => step.Out.Count + step.Back.Count);
        Assert.Equal(1 + plan.Moves.Count + rounds, csv.Out.TrimEnd('\n').Split('\n').Length);
    }

    [Fact]
    public async Task A_wave_has_no_more_moves_than_it_may()
    {
        var plan = DocumentJson.Read<PlanDocument>((await Plan("home").With("--wave", "3", "--output", "json").RunAsync()).Out);
        Assert.All(plan.Moves.GroupBy(move => move.Wave), wave => Assert.InRange(wave.Count(), 1, 3));
        Assert.Equal(plan.Home!.SlowNow, plan.Home.BroughtHome + plan.Home.Remaining.Count);
    }

    [Fact]
    public async Task A_scan_of_a_vCenter_is_planned_from_standard_input_and_no_name_is_left_under_pseudonyms()
    {
        Needs.Linux();
        var scan = DocumentJson.Write(fleet.Document);
        var program = TimerProbeProgram.InProcess with { Input = scan };
        foreach (var kind in new[] { "evacuate esx04", "home", "rules" })
        {
            var named = await program.With(["plan", .. kind.Split(' '), "--from", "-", "--output", "markdown"]).RunAsync();
            Assert.Equal((0, ""), (named.ExitCode, named.Error));
            Assert.Contains("lab.example", named.Out, StringComparison.Ordinal);
            var anonymous = await program.With(["plan", .. kind.Split(' '), "--from", "-", "--output", "markdown", "--anonymize"]).RunAsync();
            Assert.Equal(0, anonymous.ExitCode);
            Assert.DoesNotContain("lab.example", anonymous.Out, StringComparison.Ordinal);
            Assert.DoesNotContain("away-", anonymous.Out, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_name_that_several_have_is_refused_with_how_to_name_one()
    {
        var file = Repository.Path("tests", "TimerProbe.Core.Tests", "Planning", "Cases", "a10b-same-host-name-in-two-vcenters.json");
        await RefusedAsync("'c0-h00' is ambiguous: vcA.test/c0-h00.lab, vcB.test/c0-h00.lab; enter one of these", "plan", "evacuate", "c0-h00", "--from", file);
        var named = await TimerProbeProgram.InProcess.With("plan", "evacuate", "vcB.test/c0-h00.lab", "--from", file).RunAsync();
        Assert.Equal(0, named.ExitCode);
    }

    [Theory]
    [InlineData("evacuate esx1", "no scan given has a host 'esx1'; did you mean esx01, esx11, esx12?")]
    [InlineData("evacuate nothing.like.it", "no scan given has a host 'nothing.like.it'; enter the whole name; case does not matter")]
    [InlineData("home --fill 9", "--fill takes a number from 10 to 100, not '9'")]
    [InlineData("home --wave 0", "--wave takes a number from 1 to 1000, not '0'")]
    [InlineData("home --output openmetrics", "--output takes text, json, csv, html, markdown, xlsx, not 'openmetrics'")]
    public async Task What_cannot_be_planned_is_a_sentence(string plan, string sentence)
    {
        var result = await Plan(plan).RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_scan_is_a_sentence()
    {
        using var folder = new TemporaryFolder();
        await Plan("home").With("--out", folder["plan.json"]).RunAsync();
        folder.Write("other.json", "{}");
        await RefusedAsync("--from takes scans, not a document of plan", "plan", "home", "--from", folder["plan.json"]);
        await RefusedAsync("is not a timerprobe document: it names no schema", "plan", "home", "--from", folder["other.json"]);
        await RefusedAsync("--from takes one document here", "report", "--from", folder["plan.json"], "--from", Sample);
        await RefusedAsync("choose another file", "plan", "home", "--from", folder["plan.json"], "--from", Sample, "--out", Sample);
    }

    private static async Task RefusedAsync(string sentence, params string[] arguments)
    {
        var result = await TimerProbeProgram.InProcess.With(arguments).RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }

    private static ProgramRun Plan(string plan) => TimerProbeProgram.InProcess.With(["plan", .. plan.Split(' '), "--from", Sample]);

    private static async Task<PlanDocument> DocumentAsync(string plan) =>
        DocumentJson.Read<PlanDocument>((await Plan(plan).With("--output", "json").RunAsync()).Out);

    private static string WithoutTime(string text) => TimeOrId().Replace(text, "*");

    private static Task<string> ReadAsync(string file) => File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);

    [GeneratedRegex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TimeOrId();
}
