using System.Text;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.Core.Tests.Problems;

public sealed class ProblemTests
{
    private static readonly Pseudonyms Ours = new(Encoding.UTF8.GetBytes("our key"));

    public static TheoryData<ArgumentKind> Kinds => [.. Enum.GetValues<ArgumentKind>()];

    [Fact]
    public void It_is_a_sentence_and_data()
    {
        var problem = Problem.Create(ProblemCode.EventsUnread, $"{ProblemArgument.Server("vc1")} refused the login of {ProblemArgument.Account("scan")}: {3} {{times}}");
        Assert.Equal("vc1 refused the login of scan: 3 {times}", problem.Text);
        Assert.Equal("eventsUnread", problem.Code);
        Assert.Equal(new ProblemSubject(ArgumentKind.Server, "vc1"), problem.Subject);
        Assert.Equal("{server} refused the login of {account}: {term} {{times}}", problem.Template);
        Assert.Equal(new Dictionary<string, string> { ["server"] = "vc1", ["account"] = "scan", ["term"] = "3" }, problem.Arguments);
    }

    [Fact]
    public void Names_of_one_kind_are_numbered_and_the_same_name_is_one()
    {
        var shown = new NamesShown(ArgumentKind.Host, ["a", "b", "a", "c", "d", "e"], 9);
        var problem = Problem.Create(ProblemCode.ObjectsIncomplete, $"{shown}");
        Assert.Equal("a, b, a, c, d and 4 more", problem.Text);
        Assert.Equal("{host}, {host2}, {host}, {host3}, {host4} and {term} more", problem.Template);
    }

    [Fact]
    public void A_cause_brings_its_own_arguments()
    {
        var cause = Problem.Create(ProblemCode.ClustersUnread, $"{ProblemArgument.Server("vc1")} failed {ProblemArgument.Term("Login")}");
        var problem = Problem.Create(ProblemCode.EventsUnread, $"{ProblemArgument.Server("vc2")}, {ProblemArgument.Server("vc1")}: {cause}");
        Assert.Equal("vc2, vc1: vc1 failed Login", problem.Text);
        Assert.Equal("{server}, {server2}: {server2} failed {term}", problem.Template);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Only_a_public_term_is_left_by_pseudonyms(ArgumentKind kind)
    {
        var problem = Problem.Create(ProblemCode.EventsUnread, $"it said {new ProblemArgument(kind, "marker")} twice: {new ProblemArgument(kind, "marker")}");
        var read = DocumentJson.Read<ScanDocument>(
            DocumentJson.Write(Scan(new VCenterFacts { Server = "vc1", Status = ReadStatus.Partial }.With([problem])))).VCenters[0];
        var json = DocumentJson.Write(Scan(Ours.Apply(read)));
        Assert.Equal(kind == ArgumentKind.Term, json.Contains("marker", StringComparison.Ordinal));
        Assert.Equal(read.Problems, read.ProblemDetails.Select(detail => detail.Text));
    }

    [Fact]
    public void What_a_newer_release_calls_otherwise_is_left_out()
    {
        var newer = new Problem { Code = "new", Template = "{tenant} is not there", Arguments = new Dictionary<string, string> { ["tenant"] = "marker" } };
        Assert.DoesNotContain("marker", Ours.Apply(new VCenterFacts { Server = "vc1", Status = ReadStatus.Partial }.With([newer]))
            .Problems[0], StringComparison.Ordinal);
    }

    [Fact]
    public void A_null_in_a_file_is_refused_as_in_every_map()
    {
        var problem = new Problem { Code = "any", Template = "{server}{folder} is not there", Arguments = new Dictionary<string, string> { ["server"] = "vc1" } };
        var json = DocumentJson.Write(Scan(new VCenterFacts { Server = "vc1", Status = ReadStatus.Partial }.With([problem])));
        var spoiled = JsonNode.Parse(json)!;
        spoiled.AsObject().Single(member => member.Key.Equals("vcenters", StringComparison.OrdinalIgnoreCase))
            .Value![0]!["problemDetails"]![0]!["arguments"] = JsonNode.Parse("""{"folder":null,"server":"vc1"}""");
        Assert.Throws<System.Text.Json.JsonException>(() => DocumentJson.Read<ScanDocument>(spoiled.ToJsonString()));
    }

    [Fact]
    public void Any_text_stands_in_a_sentence_as_it_is() => Prop.ForAll(ArbMap.Default.ArbFor<NonNull<string>>(), text =>
    {
        var problem = Problem.Create(ProblemCode.EventsUnread, $"{ProblemArgument.Words(text.Get)}{{{ProblemArgument.Name(text.Get)}}}");
        var nested = Problem.Create(ProblemCode.EventsUnread, $"{problem}");
        return problem.Text == $"{text.Get}{{{text.Get}}}" && nested.Text == problem.Text;
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Any_template_of_a_file_is_some_sentence() => Prop.ForAll(ArbMap.Default.ArbFor<NonNull<string>>(), text =>
        new Problem { Code = "any", Template = text.Get + "{" + text.Get + "}}{server" }.Text is not null).QuickCheckThrowOnFailure();

    private static ScanDocument Scan(VCenterFacts vcenter) => new()
    {
        Id = Guid.Empty,
        Tool = new ToolInfo("0.1.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        TolerancePpm = default,
        VCenters = [vcenter],
        Findings = [],
        Timing = new ScanTiming(0, 0, []),
    };
}
