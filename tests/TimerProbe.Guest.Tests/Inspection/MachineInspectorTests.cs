using System.Text.RegularExpressions;

namespace TimerProbe.Guest.Tests.Inspection;

public class MachineInspectorTests
{
    private static readonly string[] NotOfThisPlatform = OperatingSystem.IsWindows() ? ["kernelTscHz", "clocksource"] : ["qpcBypass", "usePlatformClock", "vbs"];

    [Fact]
    public void This_machine_says_who_it_is()
    {
        var facts = MachineInspector.ReadQuick();
        Assert.NotEmpty(facts.Name);
        Assert.NotEmpty(facts.Os);
        Assert.True(facts.Architecture is "x64" or "arm64");
        Assert.True(facts.ProcessorCount >= facts.AllowedProcessors);
        Assert.Equal(OperatingSystem.IsLinux(), facts.Linux is not null);
        Assert.Equal(OperatingSystem.IsWindows(), facts.Windows is not null);
    }

    [Theory]
    [InlineData(Architecture.X64, Architecture.Arm64, "arm64")]
    [InlineData(Architecture.X64, Architecture.X64, null)]
    [InlineData(Architecture.Arm64, Architecture.Arm64, null)]
    public void A_process_of_another_architecture_is_emulated(Architecture process, Architecture system, string? expected) =>
        Assert.Equal(expected, MachineInspector.EmulatedOn(process, system));

    [Fact]
    public void What_is_not_there_says_why_in_a_sentence_and_once()
    {
        foreach (var facts in (MachineFacts[])[MachineInspector.ReadQuick(), Slow(MachineInspector.ReadQuick())])
        {
            Assert.Equal(facts.Unavailable.Select(gap => gap.What).Distinct().Count(), facts.Unavailable.Count);
            Assert.All(facts.Unavailable, gap =>
            {
                Assert.Matches("^[a-z][a-zA-Z]+$", gap.What);
                Assert.Contains(' ', gap.Why);
                Assert.DoesNotMatch(new Regex("Exception", RegexOptions.None, TimeSpan.FromSeconds(1)), gap.Why);
                Assert.DoesNotContain(gap.What, NotOfThisPlatform, StringComparer.Ordinal);
            });
        }
    }

    [Fact]
    public void Nothing_waits_to_be_read_once_the_slow_readers_ran()
    {
        var quick = MachineInspector.ReadQuick();
        var slow = Slow(quick);
        Assert.DoesNotContain(slow.Unavailable, gap => gap.Why.StartsWith("not read", StringComparison.Ordinal));
        if (slow.Linux is { KernelTscHz: not null })
        {
            Assert.Contains(quick.Unavailable, gap => gap.What is "kernelTscHz");
            Assert.DoesNotContain(slow.Unavailable, gap => gap.What is "kernelTscHz");
        }
    }

    [Fact]
    public void Slow_reading_keeps_what_was_added_in_between()
    {
        var pressure = new CpuPressureFacts { Quota = 1.5, StealMs = 20 };
        var slow = Slow(MachineInspector.ReadQuick() with { CpuPressure = pressure });
        Assert.Equal(pressure, slow.CpuPressure with { LimitHz = null });
    }

    [Fact]
    public void Tools_that_hang_keep_nobody_else_from_answering()
    {
        using var toolbox = new FakeToolbox("sleep 60");
        using var deadline = new Deadline(TimeSpan.FromSeconds(5), Cancel);
        var slow = MachineInspector.AddUntil(deadline, MachineInspector.ReadQuick(), toolbox.Program);
        Assert.Contains(slow.Unavailable, gap => gap is { What: "hostHz", Why: "vmware-toolbox-cmd: no answer within 5 s" });
        Assert.DoesNotContain(slow.Unavailable, gap => gap is { What: "kernelTscHz", Why: "no answer within 5 s" });
    }

    [Fact]
    public async Task Cancelled_slow_reading_hands_back_what_it_has()
    {
        using var cancel = new CancellationTokenSource();
        await cancel.CancelAsync();
        var slow = MachineInspector.AddSlow(MachineInspector.ReadQuick(), cancel.Token);
        if (slow.Linux is not null)
        {
            Assert.Contains(slow.Unavailable, gap => gap is { What: "kernelTscHz", Why: "cancelled before it was read" });
        }
    }

    private static MachineFacts Slow(MachineFacts facts) => MachineInspector.AddSlow(facts, Cancel);
}
