namespace TimerProbe.EndToEnd.Check;

/// <summary>The program in guests that QEMU emulates, whose kernels read one clock or another: no model of a clock, but clocks. The other guests of tests/lab/hypervisors take longer.</summary>
[Collection(nameof(AloneOnTheMachine))]
[Trait("Run", "all")]
public sealed class EmulatedGuestTests
{
    public static TheoryData<string> Names => [.. HypervisorCells.Quick.Select(cell => cell.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_clock_that_the_kernel_reads_is_judged(string name)
    {
        Needs.Guests();
        var cell = HypervisorCells.Quick.Single(cell => cell.Name == name);
        var guest = await GuestBoot.RunAsync([.. cell.Boot, "limit=1000"]);
        Assert.True(guest.Document is not null, guest.Tail);
        await DocumentSchema.AssertValidAsync(guest.Json, "timerprobe.check.1.json");
        Assert.Equal(cell.Hypervisor, guest.Document.Machine.Hypervisor.Name);
        Assert.Equal(guest.Clocksource, guest.Document.Machine.Linux?.Clocksource);
        Assert.Equal(name, $"QEMU, {guest.Clocksource}");
        Assert.Null(cell.Mislabelled(guest));
        // What else the machine does may leave it open, and never makes it another cause.
        Assert.True(cell.IsRight(guest) is not false, $"{guest.Reads}{guest.Document.Verdict}");
    }

    [Fact]
    public async Task A_clock_that_is_set_again_and_again_is_told()
    {
        Needs.Guests();
        var guest = await GuestBoot.RunAsync("tcg", "kernel=sets=60", "limit=1000");
        Assert.True(guest.Document is not null, guest.Tail);
        Assert.InRange(guest.Document.Time!.Steps!.Count, 2, 20);
        Assert.All(guest.Document.Time.Steps!, step => Assert.Equal(60_000, Math.Abs(step.ByMs), 15_000.0));
        Assert.Contains(guest.Document.Findings, finding => finding.Rule == "TP402");
        Assert.Equal([], guest.Document.Time.Services!);
    }
}
