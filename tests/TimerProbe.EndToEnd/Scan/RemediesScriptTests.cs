namespace TimerProbe.EndToEnd.Scan;

public sealed class RemediesScriptTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Fact]
    public async Task The_shell_script_changes_nothing_until_told_to()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        await fleet.VCenter.Scan("--remedies", folder["fix.sh"], "--out", folder["report.txt"]).RunAsync();
        folder.WriteProgram("govc", FakeGovc(folder["fix.sh"], folder["calls"]));
        var script = new ProgramRun("bash", [folder["fix.sh"]]) { WorkingDirectory = folder.Path }
            .WithEnvironment("PATH", $"{folder.Path}:/usr/bin:/bin");
        var dry = await script.RunAsync();
        Assert.Equal(0, dry.ExitCode);
        Assert.DoesNotContain("vm.change", File.Exists(folder["calls"])
            ? await File.ReadAllTextAsync(folder["calls"], TestContext.Current.CancellationToken) : "", StringComparison.Ordinal);
        Assert.Contains("away-", dry.Out, StringComparison.Ordinal);
        await script.With("--apply").RunAsync();
        var calls = await File.ReadAllTextAsync(folder["calls"], TestContext.Current.CancellationToken);
        Assert.Contains("vmx.reboot.powerCycle=TRUE", calls, StringComparison.Ordinal);
        Assert.DoesNotContain("virtual_rdtsc", calls, StringComparison.Ordinal);
        Assert.False(File.Exists(folder["owned"]), "a name was executed");
    }

    [Fact]
    public async Task What_was_written_is_named_on_standard_error_and_the_moves_are_behind_their_switch()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var run = await fleet.VCenter.Scan("--remedies", folder["fix.sh"], "--out", folder["report.txt"]).RunAsync();
        Assert.Contains(folder["fix.sh"], run.Error, StringComparison.Ordinal);
        var dry = (await new ProgramRun("bash", [folder["fix.sh"]]) { WorkingDirectory = folder.Path }.RunAsync()).Out.Split('\n');
        var moved = GetIds("vMotion of ");
        Assert.Equal(
            fleet.Document.VCenters[0].VirtualMachines.Where(machine => machine.Destination is not null).Select(machine => machine.Id)
                .Order(StringComparer.Ordinal), moved);
        Assert.Empty(moved.Intersect(GetIds("vmx.reboot.powerCycle = TRUE on ")));
        Assert.Contains("Proposed by the report: ", dry[0], StringComparison.Ordinal);

        IEnumerable<string> GetIds(string what) => dry
            .Where(line => line.StartsWith("Would: " + what, StringComparison.Ordinal))
            .Select(line => line[(line.LastIndexOf('(') + 1)..line.LastIndexOf(" on ", StringComparison.Ordinal)])
            .Order(StringComparer.Ordinal);
    }

    [Fact]
    public async Task The_powershell_script_is_a_preview_by_default()
    {
        using var folder = new TemporaryFolder();
        await fleet.VCenter.Scan("--remedies", folder["fix.ps1"], "--out", folder["report.txt"]).RunAsync();
        var script = await File.ReadAllTextAsync(folder["fix.ps1"], TestContext.Current.CancellationToken);
        Assert.Contains("SupportsShouldProcess", script, StringComparison.Ordinal);
        Assert.Contains("WhatIf", script, StringComparison.Ordinal);
    }

    /// <summary>Writes its arguments down; finds every machine, and its instance UUID where the script has it.</summary>
    private static string FakeGovc(string script, string calls) => $$"""
        #!/bin/sh
        printf '%s\n' "$*" >> '{{calls}}'
        case $1 in
          ls) echo /dc/vm/machine ;;
          object.collect) sed -n "s/.* '${3#VirtualMachine:}' '\([0-9a-f-]*\)'.*/\1/p" '{{script}}' ;;
        esac
        """;
}
