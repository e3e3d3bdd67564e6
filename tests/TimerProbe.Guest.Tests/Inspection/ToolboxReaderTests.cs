using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Tests.Inspection;

public class ToolboxReaderTests
{
    private static readonly TimeSpan Patient = TimeSpan.FromSeconds(20);

    private static readonly MachineFacts Machine = new() { Name = "DB01", Os = "Linux", Architecture = "x64", Hypervisor = new() { Present = false } };

    [Fact]
    public void The_command_is_found_in_a_folder_of_the_path()
    {
        using var toolbox = new FakeToolbox(FakeToolbox.Answering);
        Assert.Equal(toolbox.Program, ToolboxReader.Find($"/nowhere:{toolbox.Folder}:.", installFolder: null));
        Assert.Null(ToolboxReader.Find("/nowhere:relative", installFolder: null));
        Assert.Null(ToolboxReader.Find(path: null, installFolder: null));
    }

    [Fact]
    public void Tools_that_answer_tell_speed_session_and_version()
    {
        using var toolbox = new FakeToolbox(FakeToolbox.Answering);
        var facts = new ToolboxReader(toolbox.Program, Patient).Read(TestContext.Current.CancellationToken);
        Assert.Equal(new Frequency(2_593_000_000), facts.HostHz.Value);
        Assert.Equal(new VMwareToolsFacts("12.3.0.44994", "0x66bf7a1c03d0a2e1"), facts.Tools.Value);
        Assert.Equal(new Reading<Frequency?>(null, null), facts.LimitHz);
    }

    [Fact]
    public void Tools_that_hang_are_killed_with_their_children_and_asked_no_more()
    {
        using var toolbox = new FakeToolbox("""
            echo "$$" >> "$(dirname "$0")/asked"
            sleep 60 & echo "$!" > "$(dirname "$0")/child"
            wait
            """);
        var started = TimeProvider.System.GetTimestamp();
        var facts = new ToolboxReader(toolbox.Program, TimeSpan.FromSeconds(1)).Read(TestContext.Current.CancellationToken);
        Assert.InRange(TimeProvider.System.GetElapsedTime(started).TotalSeconds, 0.9, 8);
        Assert.Equal("vmware-toolbox-cmd: no answer within 1 s", facts.HostHz.Why);
        Assert.Equal(facts.HostHz.Why, facts.Tools.Why);
        Assert.Single(File.ReadLines(Path.Combine(toolbox.Folder, "asked")));
        Assert.True(IsGone(File.ReadAllText(Path.Combine(toolbox.Folder, "child"))));
    }

    [Fact]
    public void A_child_left_behind_with_the_output_open_does_not_hold_the_reader()
    {
        using var toolbox = new FakeToolbox("sleep 10 &\necho '2593 MHz'");
        var started = TimeProvider.System.GetTimestamp();
        new ToolboxReader(toolbox.Program, TimeSpan.FromSeconds(1)).Read(TestContext.Current.CancellationToken);
        Assert.InRange(TimeProvider.System.GetElapsedTime(started).TotalSeconds, 0.9, 8);
    }

    [Fact]
    public void Tools_that_fail_say_why()
    {
        using var toolbox = new FakeToolbox("echo 'OpenHandle failed: VMware Guest API is not enabled on the host' >&2; exit 69");
        var facts = new ToolboxReader(toolbox.Program, Patient).Read(TestContext.Current.CancellationToken);
        Assert.Equal("vmware-toolbox-cmd: OpenHandle failed: VMware Guest API is not enabled on the host", facts.HostHz.Why);
        Assert.Null(facts.Tools.Value);
    }

    [Fact]
    public void A_program_that_cannot_be_started_is_a_reason_too()
    {
        using var toolbox = new FakeToolbox("");
        File.WriteAllText(toolbox.Program, "#!/no/such/shell\n");
        var facts = new ToolboxReader(toolbox.Program, Patient).Read(TestContext.Current.CancellationToken);
        Assert.StartsWith("vmware-toolbox-cmd: it could not be started", facts.HostHz.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void An_answer_that_makes_no_sense_is_quoted()
    {
        using var toolbox = new FakeToolbox("echo hello");
        var facts = new ToolboxReader(toolbox.Program, Patient).Read(TestContext.Current.CancellationToken);
        Assert.Equal("vmware-toolbox-cmd answered 'hello' when asked for speed", facts.HostHz.Why);
    }

    [Fact]
    public async Task Cancelling_ends_it_at_once()
    {
        using var toolbox = new FakeToolbox("sleep 60");
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
        var reading = Task.Run(() => new ToolboxReader(toolbox.Program, Patient).Read(cancel.Token), TestContext.Current.CancellationToken);
        var facts = await reading.WaitAsync(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken);
        Assert.Equal("vmware-toolbox-cmd: cancelled before it was read", facts.HostHz.Why);
    }

    [Fact]
    public void The_tools_facts_land_in_the_machines()
    {
        using var toolbox = new FakeToolbox(FakeToolbox.Answering);
        var gaps = new Gaps();
        var machine = Machine with { Hypervisor = new() { Present = true, Name = "VMware" } };
        var facts = VMwareToolsInspector.Add(machine, gaps, toolbox.Program, Patient, TestContext.Current.CancellationToken);
        Assert.Equal(new Frequency(2_593_000_000), facts.Hypervisor.HostHz);
        Assert.Equal("0x66bf7a1c03d0a2e1", facts.VmwareTools?.SessionId);
        Assert.Empty(gaps.All);
    }

    [Fact]
    public void On_VMware_without_the_tools_the_gaps_say_so()
    {
        var gaps = new Gaps();
        var machine = Machine with { SmbiosManufacturer = "VMware, Inc." };
        VMwareToolsInspector.Add(machine, gaps, program: null, Patient, TestContext.Current.CancellationToken);
        Assert.Equal("vmwareTools hostHz limitHz", string.Join(" ", gaps.All.Select(gap => gap.What)));
        Assert.All(gaps.All, gap => Assert.Equal("the command of VMware Tools is not installed", gap.Why));
    }

    private static bool IsGone(string processId)
    {
        var status = $"/proc/{int.Parse(processId.Trim(), CultureInfo.InvariantCulture)}/stat";
        for (var attempt = 0; attempt < 50; attempt++)
        {
            if (!File.Exists(status) || File.ReadAllText(status).Contains(") Z", StringComparison.Ordinal))
            {
                return true;
            }

            TestContext.Current.CancellationToken.WaitHandle.WaitOne(20);
        }

        return false;
    }
}
