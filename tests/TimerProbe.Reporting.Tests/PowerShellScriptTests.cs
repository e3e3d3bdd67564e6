namespace TimerProbe.Reporting.Tests;

public sealed class PowerShellScriptTests
{
    private static readonly string[] Lines = Written.Of(RemediesScript.PowerShell, ShellScriptTests.Sample()).Split("\r\n");

    /// <summary>The order of the report: what is inferred is measured first, then what needs no downtime, then what does. What is empty is not printed.</summary>
    [Theory]
    [InlineData(false, "1. With -Moves: vMotion within", "2. Power cycle", "3. With -DrsGroups")]
    [InlineData(true, "1. First: measure inside", "2. With -Moves: vMotion within", "3. vMotion to another cluster", "4. Power cycle", "5. With -DrsGroups")]
    public void Steps_come_in_the_order_of_the_report_and_empty_ones_are_left_out(bool all, params string[] titles)
    {
        var lines = Written.Of(RemediesScript.PowerShell, all ? Elsewhere() : ShellScriptTests.WithMove()).Split("\r\n");
        var found = lines.Where(line => line.Length > 4 && line[0] == '#' && char.IsAsciiDigit(line[2]) && line[3] == '.').Select(line => line[2..]).ToList();
        Assert.Equal(titles.Length, found.Count);
        Assert.All(titles.Zip(found), pair => Assert.StartsWith(pair.First, pair.Second, StringComparison.Ordinal));
        Assert.Contains("#Requires -Modules VMware.VimAutomation.Core", lines);
    }

    internal static ScanDocument Elsewhere()
    {
        var document = ShellScriptTests.WithMove();
        var vcenter = document.VCenters[0];
        var other = vcenter.Hosts[0] with { Id = "host-99", Name = "esx99.example.org", Cluster = "other", ClusterId = "domain-c99" };
        return document with
        {
            VCenters = [vcenter with
            {
                Hosts = [.. vcenter.Hosts, other],
                VirtualMachines = [.. vcenter.VirtualMachines.Select(machine => machine.Id == "vm-103"
                    ? machine with { HostsElsewhere = ["esx99.example.org"], HomeCertainty = HomeCertainty.Inferred, Guest = null } : machine)],
            }],
        };
    }

    [Fact]
    public void A_machine_that_has_the_setting_already_is_left_out()
    {
        var document = ShellScriptTests.Changed(ShellScriptTests.Sample(),
            machine => machine.Name == "DB04" ? machine with { Settings = new() { RebootPowerCycle = true } } : machine);
        var script = Written.Of(RemediesScript.PowerShell, document);
        Assert.DoesNotContain("Set-PowerCycleAtRestart -Server 'vc1.example.org' -Id 'vm-104'", script, StringComparison.Ordinal);
        Assert.Contains("2 power cycles at the next restart (1 more set already).", script, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("6.7.0", "14320388", true)]
    [InlineData("6.7.0", "13981272", false)]
    [InlineData("6.5.0", "13932383", true)]
    [InlineData("6.5.0", "13635690", false)]
    [InlineData("6.0.0", "15517548", false)]
    [InlineData("8.0.3", "24022510", true)]
    [InlineData(null, null, true)]
    public void A_machine_whose_host_does_not_know_the_setting_is_left_out_and_counted(string? version, string? build, bool known)
    {
        var document = ShellScriptTests.Sample();
        var hosts = document.VCenters[0].Hosts.Select(host => host with { Version = version, Build = build });
        var script = Written.Of(
            RemediesScript.PowerShell,
                document with { VCenters = [document.VCenters[0] with { Hosts = [.. hosts] }, .. document.VCenters.Skip(1)] });
        Assert.Equal(known ? 3 : 0, script.Split("Set-PowerCycleAtRestart -Server").Length - 1);
        Assert.Equal(!known, script.Contains("(3 more to be powered off and on", StringComparison.Ordinal));
    }

    [Fact]
    public void A_cluster_without_DRS_gets_no_groups()
    {
        var document = ShellScriptTests.Sample();
        var clusters = document.VCenters[0].Clusters.Select(cluster => cluster with { Drs = "off" });
        Assert.DoesNotContain(
            "New-FrequencyGroup -Server",
            Written.Of(RemediesScript.PowerShell, document with { VCenters = [document.VCenters[0] with { Clusters = [.. clusters] }] }),
            StringComparison.Ordinal);
    }

    [Fact]
    public void No_power_is_touched_and_no_raw_TSC_set() => Assert.DoesNotMatch("virtual_rdtsc|(Stop|Start|Restart|Suspend)-VM|Remove-|Set-VM", string.Join('\n', Lines));

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_name_stands_in_comments_only(string name)
    {
        var script = Written.Of(RemediesScript.PowerShell, ShellScriptTests.Sample(SampleScan.Named(name)));
        Assert.Equal(Code(string.Join('\n', Lines)), Code(script));
        Assert.Contains("EVIL", script, StringComparison.Ordinal);
        Assert.Equal(Lines.Length, script.Split("\r\n").Length);
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void Servers_and_ids_never_break_out_of_their_quotes(string text) =>
        Assert.Equal(Shape(ShellScriptTests.WithIds("x")), Shape(ShellScriptTests.WithIds(text)));

    [Fact]
    public void Windows_PowerShell_reads_its_code_right_in_every_code_page()
    {
        var script = Written.Of(RemediesScript.PowerShell, ShellScriptTests.Sample(SampleScan.Named("Bürö 数据库")));
        Assert.Equal('\uFEFF', script[0]);
        Assert.All(Code(script[1..]), line => Assert.DoesNotContain(line, character => character > '~'));
        Assert.DoesNotContain(script.Replace("\r\n", "", StringComparison.Ordinal), character => character is '\r' or '\n');
    }

    [Fact]
    public void The_script_of_an_anonymized_scan_stops_before_it_begins()
    {
        var code = Code(Written.Of(RemediesScript.PowerShell, ShellScriptTests.Sample() with { Anonymized = true })).ToList();
        Assert.InRange(code.FindIndex(line => line.StartsWith("throw 'This comes from an anonymized scan", StringComparison.Ordinal)),
            0, code.FindIndex(line => line.StartsWith("Set-PowerCycleAtRestart -Server", StringComparison.Ordinal)));
    }

    private static string Shape(ScanDocument document) =>
        ShellReader.WithoutQuoted(string.Join('\n', Code(Written.Of(RemediesScript.PowerShell, document))), "'\u2018\u2019\u201A\u201B", doubled: true);

    /// <summary>The lines that are no comments.</summary>
    private static IEnumerable<string> Code(string script) =>
        script.TrimStart('\uFEFF').Split('\n').Select(line => line.TrimEnd('\r')).Where(line => !line.TrimStart().StartsWith('#'));
}
