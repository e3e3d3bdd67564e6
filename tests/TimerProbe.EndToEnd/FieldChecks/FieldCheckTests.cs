using System.Diagnostics;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.FieldChecks;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.FieldChecks;

/// <summary><c>timerprobe field-check</c> by the real executable: one file, without names.</summary>
public sealed class FieldCheckTests
{
    private const string Name = "db01-field.corp-field.test";

    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task It_writes_one_file_without_a_name_of_the_machine_and_says_what_it_settled()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var (document, text) = await RunAsync(TimerProbeProgram.Fastest, folder, folder["field.json"]);
        Assert.Equal(["field.json"], folder.Files);
        Assert.NotNull(document.WithoutStub!.Clocks.First(clock => clock.Source == ClockSource.TimestampCounter).Why);
        Assert.NotNull(document.Check.PerProcessor);
        Assert.True(document.Watch!.Samples > 3, $"{document.Watch}");
        Assert.Equal("not installed", document.Service!.State);
        Assert.Contains("FC-E14  not settled", text, StringComparison.Ordinal);
        Assert.Contains("nothing sends it", Regex.Replace(text, @"\s+", " ", RegexOptions.None, TimeSpan.FromSeconds(1)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_it_does_on_Windows()
    {
        Needs.Wine();
        using var folder = new TemporaryFolder();
        var (document, _) = await RunAsync(TimerProbeProgram.UnderWine, folder, "Z:" + folder["field.json"].Replace('/', '\\'));
        Assert.NotNull(document.Check.Machine.Windows!.Wine);
        Assert.All(document.Answers, answer => Assert.Equal((answer.Id, FieldOutcome.NotSettled), (answer.Id, answer.Outcome)));
    }

    [Fact]
    public async Task A_vCenter_adds_one_machine_and_its_host_without_their_names()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        using var folder = new TemporaryFolder();
        var program = TimerProbeProgram.Fastest.WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
        var (document, _) = await RunAsync(program, folder, folder["field.json"], vcenter.Server, "--user", vcenter.User, "--ca-file", vcenter.CaFile, "--vm", "home-powered-on");
        var read = Assert.Single(document.Scan!.VCenters);
        Assert.Equal(IsTakenForThisMachine(document) ? (1, 1) : (0, 0), (read.Hosts.Count, read.VirtualMachines.Count));
        var json = await File.ReadAllTextAsync(folder["field.json"], TestContext.Current.CancellationToken);
        Assert.All(["home-powered-on", vcenter.Server, vcenter.User, .. vcenter.Labels.Select(label => label.Name)], name => Assert.DoesNotContain(name, json, StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task A_vCenter_tells_its_events_and_the_statistics_of_the_last_day()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "year", "--vms", "60", "--seed", "3");
        using var folder = new TemporaryFolder();
        var program = TimerProbeProgram.Fastest.WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
        var (document, _) = await RunAsync(program, folder, folder["field.json"], vcenter.Server, "--user", vcenter.User, "--ca-file", vcenter.CaFile, "--vm", "vm-00002");
        if (!IsTakenForThisMachine(document))
        {
            Assert.Null(document.VCenter);
            return;
        }

        Assert.NotEmpty(document.VCenter!.Events);
        Assert.InRange(document.VCenter.Samples.Count, 200, 300);
        var answer = document.Answers.Single(each => each.Id == "FC-V10");
        Assert.True(answer.Outcome == FieldOutcome.AsExpected, answer.Evidence);
    }

    [Fact]
    public async Task Files_of_several_sites_become_a_table()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var sample = await File.ReadAllTextAsync(Repository.Path("docs", "samples", "field-check.json"), TestContext.Current.CancellationToken);
        foreach (var (site, number) in new[] { ("blue", 1), ("green", 2), ("green", 3) })
        {
            folder.Write($"{site}{number}.json", Regex.Replace(sample, "\"id\": \"[0-9a-f-]{36}\"", $"\"id\": \"0198f0c2-0000-7000-8000-00000000000{number}\"", RegexOptions.None, TimeSpan.FromSeconds(1))
                .Replace("\"site\": \"blue\"", $"\"site\": \"{site}\"", StringComparison.Ordinal));
        }

        folder.Write("check.json", "{\"schema\": \"timerprobe.check/1\"}");
        var result = await TimerProbeProgram.Fastest.With("field-check", "--read", folder.Path).RunAsync();
        Assert.Equal(5, result.ExitCode);
        Assert.Contains("check.json is left out: it is a timerprobe.check/1", result.Error, StringComparison.Ordinal);
        Assert.Contains("3 files of 2 sites.", result.Out, StringComparison.Ordinal);
        Assert.Matches(@"8\.0\.3 24022510 +away +3 +2 +1,0\d\d ns +RDTSC traps", result.Out);
        Assert.Matches(@"FC-E01 +3 as expected +0 otherwise +0 not settled", result.Out);

        var none = await TimerProbeProgram.Fastest.With("field-check", "--read", folder["check.json"]).RunAsync();
        Assert.Equal((4, ""), (none.ExitCode, none.Out));
    }

    [Theory]
    [InlineData("--esxi", "esx01.example.org")]
    [InlineData("--site", "Contoso, Building 7")]
    [InlineData("--vm", "DB01")]
    public async Task What_would_name_somebody_is_refused(string option, string value)
    {
        var result = await TimerProbeProgram.Fastest.With("field-check", option, value).RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
    }

    private static async Task<(FieldCheckDocument Document, string Text)> RunAsync(ProgramRun program, TemporaryFolder folder, string file, params string[] options)
    {
        var started = Stopwatch.GetTimestamp();
        var run = program.With("field-check", "--for", "10s", "--out", file).With(options);
        // As root in a machine with a name that no text holds by chance.
        run = Environment.IsPrivilegedProcess ? run.Under("unshare", "--uts", "sh", "-c", "hostname \"$0\" && exec \"$@\"", Name) : run;
        var result = await run.RunAsync();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(Stopwatch.GetElapsedTime(started) < Longest, "it takes five minutes at most");
        var json = await File.ReadAllTextAsync(folder["field.json"], TestContext.Current.CancellationToken);
        await DocumentSchema.AssertValidAsync(json, "timerprobe.fieldCheck.1.json");
        Assert.All(NamesOfThisMachine(), name => Assert.False(Regex.IsMatch(json, $@"(?<![\w.]){Regex.Escape(name)}(?![\w.])", RegexOptions.IgnoreCase, TimeSpan.FromSeconds(5)), name));
        var document = DocumentJson.ReadFieldCheck(System.Text.Encoding.UTF8.GetBytes(json));
        Assert.Equal(FieldCatalogue.All.Select(item => item.Id), document.Answers.Select(answer => answer.Id));
        Assert.All(document.Answers, answer => Assert.Contains(answer.Id, result.Out, StringComparison.Ordinal));
        return (document, result.Out);
    }

    /// <summary>Where this machine shows its UUID, no machine of a simulated vCenter is taken for it.</summary>
    private static bool IsTakenForThisMachine(FieldCheckDocument document) => document.Check.Machine.SmbiosUuid is null;

    /// <summary>Its name, its domain, its user, its addresses.</summary>
    private static IEnumerable<string> NamesOfThisMachine()
    {
        var properties = IPGlobalProperties.GetIPGlobalProperties();
        var addresses = NetworkInterface.GetAllNetworkInterfaces().SelectMany(card => card.GetIPProperties().UnicastAddresses.Select(address => address.Address)
            .Where(address => address.AddressFamily is AddressFamily.InterNetwork or AddressFamily.InterNetworkV6).Select(address => address.ToString().Split('%')[0])
            .Append(card.GetPhysicalAddress().ToString()));
        return new[] { Name, Name.Split('.')[0], "corp-field", Environment.MachineName, properties.HostName, properties.DomainName, Environment.UserName }.Concat(addresses)
            .Where(name => name.Length > 3 && name != "(none)" && name is not "root" and not "::1").Distinct(StringComparer.OrdinalIgnoreCase);
    }
}
