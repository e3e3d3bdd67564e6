namespace TimerProbe.Core.Tests.Problems;

public sealed class ProblemTests
{
    private static readonly Pseudonyms Ours = new(Encoding.UTF8.GetBytes("our key"));

    public static TheoryData<ProblemSubjectKind> Kinds => [.. Enum.GetValues<ProblemSubjectKind>()];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Anonymous_it_is_its_code_and_a_pseudonym_of_its_subject(ProblemSubjectKind kind)
    {
        var problem = Problem.Create(ProblemCode.EventsUnread, "it said marker", new(kind, "marker"));
        var read = DocumentJson.Read<ScanDocument>(
            DocumentJson.Write(SampleScan.Of(new VCenterFacts { Server = "vc1", Status = ReadStatus.Partial }.With([problem])))).VCenters[0];
        Assert.Equal(("it said marker", problem.ToString()), (read.Problems[0], read.ProblemDetails[0].ToString()));
        var anonymous = Ours.Apply(read);
        Assert.DoesNotContain("marker", DocumentJson.Write(SampleScan.Of(anonymous)), StringComparison.Ordinal);
        Assert.Equal(("eventsUnread", "eventsUnread", null), (anonymous.Problems[0], anonymous.ProblemDetails[0].Code, anonymous.ProblemDetails[0].Text));
        Assert.Equal(kind, anonymous.ProblemDetails[0].Subject!.Kind);
    }

    [Theory]
    [InlineData(6, "a, b, c, d, e and 1 more")]
    [InlineData(5, "a, b, c, d, e")]
    public void Of_many_names_the_first_are_said(int total, string text) => Assert.Equal(text, Problem.Names(["a", "b", "c", "d", "e", "f"], total));
}
