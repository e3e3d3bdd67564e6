namespace TimerProbe.Reporting.Tests;

public sealed class PowerShellScriptTests
{
    private static readonly string[] Lines = Written.Of(RemediesScript.PowerShell, ShellScriptTests.Sample()).Split("\r\n");

    [Fact]
    public void Each_machine_away_and_not_healthy_has_a_block()
    {
        Assert.Equal(
            [
                "Set-PowerCycleAtRestart -Server 'vc1.example.org' -Id 'vm-101' -InstanceUuid '5022abcd-0000-4000-8000-000000000101'",
                "Set-PowerCycleAtRestart -Server 'vc1.example.org' -Id 'vm-103' -InstanceUuid '5022abcd-0000-4000-8000-000000000103'",
                "Set-PowerCycleAtRestart -Server 'vc1.example.org' -Id 'vm-104' -InstanceUuid '5022abcd-0000-4000-8000-000000000104'",
            ],
            Lines.Where(line => line.StartsWith("Set-PowerCycleAtRestart ", StringComparison.Ordinal)));
        Assert.Contains("# Name: DB01", Lines);
        Assert.Contains("# Evidence: on esx01.example.org at 2,394.000 MHz, powered on at esx04.example.org at 2,593.905 MHz: -7.71 %; measured slow in the guest", Lines);
    }

    [Fact]
    public void A_machine_with_a_destination_is_moved_behind_its_own_switch()
    {
        var lines = Written.Of(RemediesScript.PowerShell, ShellScriptTests.WithMove()).Split("\r\n");
        var start = Array.IndexOf(lines, "if ($Moves -or -not $Apply) {");
        Assert.Equal(
            ["    Move-Machine -Server 'vc1.example.org' -Id 'vm-101' -InstanceUuid '5022abcd-0000-4000-8000-000000000101' `", "        -HostId 'host-11' -DestinationId 'host-14'"],
            lines[start..].SkipWhile(line => !line.StartsWith("    Move-Machine", StringComparison.Ordinal)).Take(2));
        Assert.Contains("    # To: esx04.example.org", lines);
        Assert.DoesNotContain(lines[..start], line => line.TrimStart().StartsWith("Move-Machine -", StringComparison.Ordinal));
    }

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
        var document = ShellScriptTests.Sample();
        var machines = document.VCenters[0].VirtualMachines.Select(
            machine => machine.Name == "DB04" ? machine with { Settings = new() { RebootPowerCycle = true } } : machine);
        var script = Written.Of(RemediesScript.PowerShell,
            document with { VCenters = [document.VCenters[0] with { VirtualMachines = [.. machines] }, .. document.VCenters.Skip(1)] });
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
    public void Each_class_of_a_mixed_cluster_has_a_group_behind_its_own_switch()
    {
        var start = Array.IndexOf(Lines, "if ($DrsGroups -or $DrsRules) {");
        Assert.Equal(2, Lines[start..].Count(line => line.StartsWith("    New-FrequencyGroup -Server 'vc1.example.org' -ClusterId 'domain-c8' ", StringComparison.Ordinal)));
        Assert.Contains("        -HostId @('host-11', 'host-12') `", Lines[start..]);
        Assert.Contains("        -MachineId @('vm-101', 'vm-102', 'vm-103', 'vm-104', 'vm-105')", Lines[start..]);
        Assert.DoesNotContain(Lines[..start], line => line.StartsWith("New-FrequencyGroup", StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_is_changed_but_behind_the_switch()
    {
        var text = string.Join('\n', Lines);
        Assert.Contains("if (-not $Apply) { $WhatIfPreference = $true }", text, StringComparison.Ordinal);
        string[] changing = ["New-AdvancedSetting ", "New-DrsClusterGroup ", "New-DrsVMHostRule ", "Move-VM "];
        foreach (var line in Code(text).Where(line => changing.Any(cmdlet => line.Contains(cmdlet, StringComparison.Ordinal))))
        {
            Assert.True(line.Contains("Complete-Machine $what {", StringComparison.Ordinal) || line.StartsWith("            ", StringComparison.Ordinal), line);
        }

        Assert.DoesNotContain("virtual_rdtsc", text, StringComparison.Ordinal);
        Assert.DoesNotMatch("(Stop|Start|Restart|Suspend)-VM|Remove-|Set-VM", text);
    }

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
    public void What_is_opened_is_closed()
    {
        var open = new Stack<char>();
        foreach (var character in Shape(ShellScriptTests.Sample()).Where(character => "(){}[]".Contains(character, StringComparison.Ordinal)))
        {
            if ("({[".Contains(character, StringComparison.Ordinal))
            {
                open.Push(character);
            }
            else
            {
                Assert.Equal("({["[")}]".IndexOf(character, StringComparison.Ordinal)], open.Pop());
            }
        }

        Assert.Empty(open);
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
