namespace TimerProbe.Reporting.Tests.Findings;

public sealed class SharedRemedyTests
{
    private const string Nothing = "Nothing to do while the clock is fast";
    private const string Move = "vMotion to a host with its original frequency (no downtime expected)";
    private const string Cycle = "Power-cycle the VM on the hosts it will live on (downtime)";
    private const string Rule = "DRS VM-Host rule that keeps it on one frequency";
    private const string Raw = "Last resort: the host's raw TSC (downtime; time is wrong once moved)";

    [Fact]
    public void What_stops_a_few_machines_does_not_stand_before_what_stops_none()
    {
        var group = Group(Of("raw1", Cycle, Rule), Of("raw2", Cycle, Rule), Of("a", Move, Cycle, Rule, Raw),
            Of("b", Move, Cycle, Rule, Raw), Of("fast", Nothing, Rule));

        Assert.Equal([Move, Nothing, Cycle, Rule, Raw], group.Remedies.Select(remedy => remedy.Action));
        Assert.Equal([1, 2, 3, 4, 5], group.Remedies.Select(remedy => remedy.Rank));
    }

    [Fact]
    public void Each_says_for_which_and_how_many_it_is()
    {
        var group = Group(Of("a", Move, Rule), Of("b", Move, Rule), Of("c", Move, Rule), Of("d", Move, Rule), Of("e", Nothing, Rule));

        Assert.Equal(
            [" (for 4 of 5: a, b, c and 1 more)", " (only for 1 of 5: e)", ""], group.Remedies.Select(remedy => remedy.ForWhom(name => name)));
    }

    [Fact]
    public void Findings_that_disagree_leave_none_out() =>
        Assert.Equal([Move, Cycle], Group(Of("a", Move, Cycle), Of("b", Cycle, Move)).Remedies.Select(remedy => remedy.Action));

    private static FindingGroup Group(params Finding[] findings) => FindingGroup.From(findings).Single();

    private static Finding Of(string name, params string[] actions) =>
        SampleFindings.AwayFromHome(SampleScan.Document.VCenters[0].VirtualMachines[0]) with
        {
            Rule = "TP201",
            Subject = new Subject(SubjectKind.VirtualMachine, name, name),
            Remedies = [.. actions.Select((action, index) => new Remedy(index + 1, action, [], [], "timerprobe check"))],
        };
}
