namespace TimerProbe.Guest.Tests.Inspection;

public class VMwareToolsInspectorTests
{
    private static readonly TimeSpan Patient = TimeSpan.FromSeconds(20);

    private static readonly MachineFacts Machine = new()
    {
        Name = "DB01",
        Os = "Windows",
        Architecture = "x64",
        Hypervisor = new() { Present = true, Name = "VMware" },
    };

    private static readonly PerformanceCounterFacts Counters = new(
        Reading.From<Frequency?>(Frequency.FromMegahertz(2594)), Reading.From<Frequency?>(Frequency.FromMegahertz(4000)), Reading.From<double?>(123_456));

    private readonly UnavailableFacts _all = new();

    [Fact]
    public void The_tools_facts_land_in_the_machines()
    {
        using var toolbox = new FakeToolbox(FakeToolbox.Answering);
        var facts = Add(Machine, toolbox.Program);
        Assert.Equal((new Frequency(2_593_000_000), HostSpeedSource.ToolboxCommand), (facts.Hypervisor.HostHz, facts.Hypervisor.HostHzSource));
        Assert.Equal(new Frequency(2_593_000_000), facts.Hypervisor.ToolsSpeedHz);
        Assert.Equal((null, null), (facts.Hypervisor.HostCounterHz, facts.CpuPressure.LimitHz));
        Assert.Equal(new VMwareToolsFacts("12.3.0.44994", "0x66bf7a1c03d0a2e1"), facts.VmwareTools);
        Assert.Equal("cpuStolenMs hostCounterHz", string.Join(' ', _all.All.Select(gap => gap.What)));
        Assert.All(_all.All, gap => Assert.EndsWith("in Windows guests of VMware only", gap.Why, StringComparison.Ordinal));
    }

    [Fact]
    public void On_VMware_without_the_tools_the_gaps_say_so()
    {
        Add(Machine with { Hypervisor = new() { Present = false }, SmbiosManufacturer = "VMware, Inc." });
        Assert.Equal("vmwareTools hostHz hostCounterHz toolsSpeedHz limitHz", string.Join(" ", _all.All.Select(gap => gap.What)));
        Assert.All(_all.All.Where(gap => gap.What != "hostCounterHz"), gap => Assert.Equal("the command of VMware Tools is not installed", gap.Why));
    }

    [Fact]
    public void Counters_and_command_are_asked_at_the_same_time()
    {
        using var toolbox = new FakeToolbox($"""
            cd "$(dirname "$0")"
            touch asked
            until [ -e counted ]; do sleep 0.02; done
            {FakeToolbox.Answering}
            """);
        var facts = Add(Machine, toolbox.Program, () =>
        {
            var asked = SpinWait.SpinUntil(() => File.Exists(Path.Combine(toolbox.Folder, "asked")), Patient / 2);
            File.WriteAllText(Path.Combine(toolbox.Folder, "counted"), "");
            return asked ? Counters : PerformanceCounterFacts.Missing("the command was not asked meanwhile");
        });
        Assert.Equal((new Frequency(2_594_000_000), HostSpeedSource.PerformanceCounter), (facts.Hypervisor.HostHz, facts.Hypervisor.HostHzSource));
        Assert.Equal((new Frequency(2_594_000_000), new Frequency(2_593_000_000)), (facts.Hypervisor.HostCounterHz, facts.Hypervisor.ToolsSpeedHz));
        Assert.Equal("12.3.0.44994", facts.VmwareTools?.Version);
    }

    [Fact]
    public void Counters_of_a_library_that_is_not_there_are_a_reason_and_the_command_counts()
    {
        using var toolbox = new FakeToolbox("""case "$*" in "stat speed") echo "2593 MHz" ;; *) exit 69 ;; esac""");
        var facts = Add(Machine, toolbox.Program, () => throw new DllNotFoundException("there is no pdh\nTried: pdh.so"));
        Assert.Equal((new Frequency(2_593_000_000), HostSpeedSource.ToolboxCommand), (facts.Hypervisor.HostHz, facts.Hypervisor.HostHzSource));
        Assert.Contains(new Unavailable("hostCounterHz", "it could not be read: there is no pdh"), _all.All);
        Assert.Contains(_all.All, gap => gap is { What: "limitHz", Why: "it could not be read: there is no pdh" });
    }

    [Fact]
    public void Counters_tell_of_stolen_time_also_without_the_command()
    {
        var facts = Add(Machine, program: null, () => Counters);
        Assert.Equal(new VMwareToolsFacts(null, null) { CpuStolenMs = 123_456 }, facts.VmwareTools);
        Assert.Equal("version sessionId toolsSpeedHz", string.Join(" ", _all.All.Select(gap => gap.What)));
    }

    [Fact]
    public void Counters_that_are_not_there_say_so_of_stolen_time_too()
    {
        const string Why = "VMware Tools counters are not installed, or not for this account";
        Assert.Null(Add(Machine, program: null, () => PerformanceCounterFacts.Missing(Why)).VmwareTools);
        Assert.Contains(new Unavailable("cpuStolenMs", Why), _all.All);
    }

    private MachineFacts Add(MachineFacts machine, string? program = null, Func<PerformanceCounterFacts>? counters = null)
    {
        using var deadline = new Deadline(Patient, Cancel);
        return VMwareToolsInspector.Add(machine, _all, program, counters, deadline);
    }
}
