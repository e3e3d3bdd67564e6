namespace TimerProbe.Cli.Tests;

public sealed class ScanTextTests
{
    private static readonly TextStyle Plain = new(Width: 80, Colour: false, Unicode: true);

    [Fact]
    public void The_page_begins_and_ends_with_the_worst()
    {
        var text = Write(SampleScan.Document);
        const string worst = "WRONG: 3 of 6 running VMs are expected to keep wrong time; 2 slow or expected to\nbe\n";
        const string numbers = "  3 with wrong time, 1 measured slow, 1 expected slow, 1 unknown, 1 at home, 1\n  off; 2 measured in the guest; 7 templates left out\n"
            + "  Nothing is known about vc3.example.org: it could not be read.\n";
        Assert.StartsWith(worst, text, StringComparison.Ordinal);
        Assert.EndsWith(numbers, text, StringComparison.Ordinal);
        Assert.Equal(3, text.Split(worst).Length);
        Assert.Equal(3, text.Split(numbers).Length);
    }

    [Fact]
    public void Unknown_is_never_told_as_home() =>
        Assert.StartsWith("UNKNOWN: none is known to be slow; ", Write(SampleScan.Document with { VCenters = [SampleScan.Document.VCenters[1]] }), StringComparison.Ordinal);

    [Fact]
    public void A_fleet_at_home_is_told_in_a_line()
    {
        var vcenter = SampleScan.Document.VCenters[0];
        var home = vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Where(machine => machine.Placement == Placement.Home)] };
        Assert.StartsWith("HOME: every running VM ", Write(SampleScan.Document with { VCenters = [home] }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_scan_that_read_nothing_has_failed()
    {
        var text = Write(SampleScan.Document with { VCenters = [SampleScan.Document.VCenters[2]], Findings = [], GuestResults = null });
        Assert.StartsWith("FAILED: no vCenter could be read\n", text, StringComparison.Ordinal);
        Assert.Contains("vc3.example.org refused the login of scan@vsphere.local", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_longest_step_is_that_with_all_its_parts()
    {
        ScanStep[] steps = [new("vc1", "login", 50, 2), new("vc1", "statistics", 30, 7), new("vc1", "statistics", 40, 7), new("vc2", "statistics", 45, 7)];
        var document = SampleScan.Document with { Timing = SampleScan.Document.Timing with { Steps = steps } };
        Assert.Contains("the longest step was statistics of vc1, 70 ms.", Write(document).ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public void Machines_of_one_name_are_told_apart_by_their_vCenter()
    {
        var one = SampleScan.Document.VCenters[0] with
        {
            VirtualMachines = [SampleScan.Document.VCenters[0].VirtualMachines.First(
            machine => machine.Placement == Placement.Away) with { Name = "a name so long that it leaves the room of a line to nothing else" }]
        };
        var lines = Write(SampleScan.Document with { VCenters = [one, one with { Server = "vc9.example.org" }], Findings = [] }).Split('\n');
        Assert.Single(lines, line => line.StartsWith("  a name", StringComparison.Ordinal) && line.Contains("vc1.example.org", StringComparison.Ordinal));
        Assert.Single(lines, line => line.StartsWith("  a name", StringComparison.Ordinal) && line.Contains("vc9.example.org", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 80));
    }

    [Fact]
    public void What_findings_share_is_told_once()
    {
        var text = Write(SampleScan.Document);
        Assert.Equal(1, Count(text, "Power > Shut Down Guest OS."));
        Assert.Equal(1, Count(text, "EVC does not help."));
        Assert.Contains("1. Keep the VM on same-frequency hosts with a DRS VM-Host rule: as in TP201", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Few_findings_have_their_exact_commands()
    {
        var text = Write(SampleScan.WithAway(2));
        Assert.Contains("       $vm = Get-VM | Where-Object Name -eq 'VM0001'\n", text, StringComparison.Ordinal);
        Assert.Contains("     govc, VM0002\n       govc vm.power -s 'VM0002'\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_thousand_findings_stay_readable()
    {
        var text = Write(SampleScan.WithAway(1_000));
        Assert.InRange(Count(text, "\n"), 50, 120);
        Assert.Contains("and 980 more: --output csv has them all", text, StringComparison.Ordinal);
        Assert.Contains("--remedies", text, StringComparison.Ordinal);
        Assert.DoesNotContain("VM0021", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Get-VM", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Findings_about_other_machines_than_those_away_are_listed()
    {
        var scan = SampleScan.WithAway(30);
        var home = scan.VCenters[0] with
        {
            VirtualMachines = [.. scan.VCenters[0].VirtualMachines.Select(machine => machine with { Placement = Placement.Home, ClockExpectation = null })]
        };
        var text = Write(scan with { VCenters = [home] });
        Assert.Contains("\n  each: host esx01.example.org; difference -7.71 %\n  VM0001, VM0002, ", text, StringComparison.Ordinal);
        Assert.Contains(" VM0020\n  and 10 more: --output html has them all\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_unicode_and_colours_the_page_is_plain_ASCII() =>
        Assert.DoesNotContain(Written.Of(ScanText.Write, SampleScan.Document,
            new TextView(Plain with { Unicode = false }, Detail.Verbose)), character => character > '~' || (character < ' ' && character != '\n'));

    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(80)]
    [InlineData(110)]
    public void Nothing_but_what_is_to_be_copied_is_wider_than_the_page(int width)
    {
        var text = Written.Of(ScanText.Write, SampleScan.WithAway(1_000), new TextView(Plain with { Width = width }, Detail.Full));
        Assert.DoesNotContain(text.Split('\n'), line => line.Length > width && !line.StartsWith("     ", StringComparison.Ordinal));
    }

    private static string Write(ScanDocument document) => Written.Of(ScanText.Write, document, new TextView(Plain, Detail.Full));

    private static int Count(string text, string part) => text.Split(part).Length - 1;
}
