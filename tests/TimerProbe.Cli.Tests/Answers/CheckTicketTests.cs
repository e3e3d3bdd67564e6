namespace TimerProbe.Cli.Tests.Answers;

/// <summary>The Markdown of a check, which people paste into tickets that know no Markdown.</summary>
public sealed class CheckTicketTests
{
    private const string Owner = "For the fleet's owner: `timerprobe scan VCENTER --user NAME --name DB01` (the VM's name in vCenter) "
        + "tells which host it is on, since when, and who moved it.";

    public static TheoryData<string> Names => [.. CheckCases.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void It_has_no_backslash_but_in_commands(string name) =>
        Assert.DoesNotContain('\\', string.Concat(Ticket(name).Split("\n```").Where((_, place) => place % 2 == 0)));

    [Theory]
    [InlineData("trapped", "PowerCLI:\n\n```powershell\n$vm = Get-VM | Where-Object Name -eq 'DB01'\n")]
    [InlineData("trapped-on-kvm", "virsh:\n\n```sh\n")]
    [InlineData("platform-timer", "Command Prompt (as administrator):\n\n```bat\nbcdedit /enum {current}\nbcdedit /deletevalue useplatformclock ")]
    public void Its_head_has_the_command_of_what_to_do_first(string name, string command)
    {
        var action = CheckCases.All[name].Findings[0].Remedies[0].Action;
        Assert.Contains($"\n\nWhat to do: {action}.\n\n{command}", Ticket(name).Split("\n## ")[0], StringComparison.Ordinal);
        Assert.Equal(2, Ticket(name).Split(Ticket(name).Split("\n```")[1]).Length);
        Assert.Contains($"\n\n{command.Split(":\n")[0]}: as at the top.\n", Ticket(name).Split("\n#### 1. ")[1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("trapped")]
    [InlineData("trapped-on-linux")]
    [InlineData("undecided")]
    public void Its_last_line_is_what_the_owner_of_the_fleet_looks_up(string name) =>
        Assert.EndsWith($"\n\n{Owner}\n", Ticket(name), StringComparison.Ordinal);

    [Theory]
    [InlineData("native")]
    [InlineData("trapped-on-kvm")]
    public void There_is_nothing_to_look_up_of_a_healthy_clock_or_elsewhere_than_on_VMware(string name) =>
        Assert.DoesNotContain("fleet", Ticket(name), StringComparison.Ordinal);

    [Fact]
    public void A_name_that_a_shell_would_take_apart_is_quoted()
    {
        var slow = CheckCases.All["trapped"];
        var named = slow with { Machine = slow.Machine with { Name = "DB 1; reboot" } };
        Assert.Contains("--name 'DB 1; reboot'` (", Written.Of(ReportMarkdown.Write, CheckReport.Create(named)), StringComparison.Ordinal);
    }

    private static string Ticket(string name) => Written.Of(ReportMarkdown.Write, CheckReport.Create(CheckCases.All[name]));
}
