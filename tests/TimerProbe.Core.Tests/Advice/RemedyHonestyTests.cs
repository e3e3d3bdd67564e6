namespace TimerProbe.Core.Tests.Advice;

/// <summary>Every remedy of every rule that stops a machine, or can harm one, says so in its first line.</summary>
public sealed partial class RemedyHonestyTests
{
    public static TheoryData<string, string> Dangerous => [.. All.Where(IsDangerous).Select(item => (item.Rule, item.Remedy.Action))];

    private static IEnumerable<(string Rule, Remedy Remedy)> All =>
        RuleCatalogue.Descriptions.SelectMany(rule => rule.Remedies.SelectMany(group => group.Remedies).Select(remedy => (rule.Id, remedy)));

    [Theory]
    [MemberData(nameof(Dangerous))]
    public void Its_first_line_says_so(string rule, string action) =>
        Assert.True(Warns().IsMatch(action), $"{rule}: \"{action}\" stops or may harm a machine and does not say so");

    [Fact]
    public void Whatever_powers_off_restarts_or_gives_the_raw_TSC_is_looked_at() =>
        Assert.Superset(
            new HashSet<string>(["TP101", "TP102", "TP103", "TP107", "TP109", "TP110", "TP111", "TP201", "TP203", "TP206", "TP207", "TP208", "TP210", "TP211", "TP213", "TP304"], StringComparer.Ordinal),
            All.Where(IsDangerous).Select(item => item.Rule).ToHashSet());

    [Fact]
    public void On_VMware_the_ladder_of_a_check_is_that_of_a_scan() =>
        Assert.Equal(Ladder("TP201"), Ladder("TP101").Intersect(Ladder("TP201")), StringComparer.Ordinal);

    private static IEnumerable<string> Ladder(string rule) =>
        RuleCatalogue.Descriptions.Single(description => description.Id == rule).Remedies.Single(group => group.Where == Setting.VMware)
            .Remedies
            .Select(remedy => remedy.Action)
            .Where(action => action.StartsWith("Move the VM", StringComparison.Ordinal)
                || action.StartsWith("Power-cycle", StringComparison.Ordinal) || action.StartsWith("Last resort", StringComparison.Ordinal));

    private static bool IsDangerous((string Rule, Remedy Remedy) each) =>
        each.Remedy.Steps.Any(step => Stops().IsMatch(step.Text)) || each.Remedy.Caveats.Any(caveat => StopsInWords().IsMatch(caveat));

    [GeneratedRegex(@"(?<!no )downtime(?! expected)|\brisk\b|\brestarts?\b|time runs wrong", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Warns();

    [GeneratedRegex(
        @"Stop-VM|vm\.power -|(virsh|xl) shutdown|controlvm|shutdown /r|Restart-Computer|sudo reboot|reboot the host|before a reboot|\bshut the guest down|Power > |"
            + @"Turn the machine off|Stop \(do not restart\)|restart the guest|Restart the (instance's service|guest)|at the next start of the VM|virtual_rdtsc\S* (-Value )?.?(=\s*)?'?FALSE|"
            + @"-e \S+virtual_rdtsc=|timerForceTSC=TRUE|modifyvm|virsh edit|tsc_mode|clocksource=tsc|MustRunOn|hypervisor\.cpuid\.v0=|next maintenance",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Stops();

    [GeneratedRegex(@"must be powered off|is down during the|takes effect at power-on only|takes effect at the next start", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex StopsInWords();
}
