namespace TimerProbe.Core.Tests.Problems;

public sealed class KnownGapTests
{
    private static readonly DateOnly Today = new(2026, 11, 22);

    [Theory]
    [InlineData("DB09", true)]
    [InlineData("db*", true)]
    [InlineData("DB1?", false)]
    public void A_machine_that_cannot_be_read_is_accepted_by_its_name(string subject, bool isAccepted) =>
        Assert.Equal(isAccepted, Partial([Unread("DB09")], Gap(subject)).IsReadAsExpected);

    [Fact]
    public void A_problem_of_several_is_accepted_when_each_of_them_is()
    {
        Assert.False(Partial([Unread("DB09", "WEB1")], Gap("DB*")).IsReadAsExpected);
        var both = Partial([Unread("DB09", "WEB1")], Gap("DB*", "lab", days: 9), Gap("WEB1", "old", days: 3));
        Assert.True(both.IsReadAsExpected);
        Assert.Equal(new AcceptedProblem(0, "lab; old", Today.AddDays(3)), Assert.Single(both.KnownGaps!.Accepted));
    }

    [Fact]
    public void One_about_more_than_is_known_is_never_accepted() => Assert.False(Partial([Unread("DB09") with { Subjects = [] }], Gap("*")).IsReadAsExpected);

    [Fact]
    public void Anything_beside_a_known_gap_leaves_the_run_partial()
    {
        var vcenter = Partial([Events(), Unread("DB09")], Gap("*"));
        Assert.False(vcenter.IsReadAsExpected);
        Assert.Equal(1, Assert.Single(vcenter.KnownGaps!.Accepted).Problem);
    }

    [Theory]
    [InlineData(null, "*", false)]
    [InlineData("eventsUnread", "vc1*", true)]
    [InlineData("eventsUnread", "vc2*", false)]
    [InlineData("performanceUnread", "*", false)]
    public void What_is_about_the_server_itself_needs_its_code(string? code, string subject, bool isAccepted) =>
        Assert.Equal(isAccepted, Partial([Events()], Gap(subject) with { Code = code }).IsReadAsExpected);

    [Theory]
    [InlineData(0, true)]
    [InlineData(-1, false)]
    public void It_holds_up_to_and_with_its_last_day_and_is_named_after(int days, bool isAccepted)
    {
        var vcenter = Partial([Unread("DB09")], Gap("DB09", days: days));
        Assert.Equal((isAccepted, !isAccepted), (vcenter.IsReadAsExpected, vcenter.KnownGaps!.Expired.Count == 1));
    }

    [Fact]
    public void A_server_that_could_not_be_read_at_all_is_no_known_gap()
    {
        var failed = Partial([Events()]) with { Status = ReadStatus.Failed };
        Assert.False(failed.Accepting([Gap("*") with { Code = "eventsUnread" }], Today).IsReadAsExpected);
    }

    private static KnownGap Gap(string subject, string reason = "known", int days = 9) => new(subject, Code: null, reason, Today.AddDays(days));

    private static Problem Unread(params string[] names) =>
        Problem.Create(ProblemCode.ObjectsIncomplete, $"{names.Length} could not be read: {Problem.Names(names, names.Length)}") with
        {
            Subjects = [.. names.Select(name => new ProblemSubject(ProblemSubjectKind.VirtualMachine, name))],
        };

    private static Problem Events() => Problem.Create(ProblemCode.EventsUnread, "vc1.example.org does not allow events", ProblemSubject.Server("vc1.example.org"));

    private static VCenterFacts Partial(IReadOnlyList<Problem> problems, params KnownGap[] gaps) =>
        new VCenterFacts { Server = "vc1.example.org", Status = ReadStatus.Partial }.With(problems).Accepting(gaps, Today);
}
