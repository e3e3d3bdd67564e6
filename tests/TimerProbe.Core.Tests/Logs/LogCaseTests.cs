namespace TimerProbe.Core.Tests.Logs;

/// <summary>Public logs that were read wrongly, with what each says.</summary>
public sealed class LogCaseTests
{
    private const string Reference = "PTSC: using reference clock";
    private const string Dropped = "Disabling TSC offsetting since TSC rates differ: 2496011456 (guest) vs 2496009128 (host)";

    private static readonly string Folder = Path.Combine(Repository.Root, "tests/TimerProbe.Core.Tests/Logs/Cases");

    [Theory]
    [InlineData("offset-dropped", true, true, null, null, false)]
    [InlineData("reference-clock", null, false, Reference, 3_292_519_000L, false)]
    [InlineData("esx-reference-clock", null, false, Reference, null, false)]
    [InlineData("power-on-failed", null, false, null, 2_526_794_000L, true)]
    public void It_is_read_as_the_hypervisor_meant_it(string file, bool? traps, bool recorded, string? reference, long? own, bool neverStarted)
    {
        var log = Read(File.ReadAllText(Path.Combine(Folder, file + ".log")));
        Assert.Equal((traps, recorded, reference), (log.ClockReadsTrap, log.IsTrapRecorded, log.ReferenceClockLine));
        Assert.Equal((own, neverStarted), (log.VmmonHz?.Hertz, log.NeverStarted));
        Assert.Equal(recorded ? Dropped : null, log.OffsettingLine);
    }

    [Fact]
    public void No_tolerance_overrules_the_last_word() => Assert.True(LogEvidence.Place(
        Read(File.ReadAllText(Path.Combine(Folder, "offset-dropped.log"))), new FrequencyRules(new PartsPerMillion(100_000))).ClockReadsTrap);

    [Fact]
    public void A_hypervisor_that_trusts_the_TSC_again_takes_its_word_back() =>
        Assert.Null(Read(File.ReadAllText(Path.Combine(Folder, "reference-clock.log")) + "2023-09-16T08:35:58.149Z In(05) vmx PTSC: using TSC\n").ReferenceClockLine);

    [Theory]
    [InlineData("> ")]
    [InlineData(">> ")]
    [InlineData("&gt; ")]
    [InlineData("{n}:")]
    [InlineData("")]
    public void A_log_out_of_a_mail_a_page_or_grep_is_read(string before)
    {
        var lines = File.ReadAllLines(Path.Combine(Folder, "offset-dropped.log"));
        var pasted = string.Join('\n', lines.Select((line, index) =>
            before.Replace("{n}", $"{index + 17}", StringComparison.Ordinal) + line.Replace("->", "-&gt;", StringComparison.Ordinal)));
        var log = Read(pasted + "\n");
        Assert.Equal((2_496_009_128, 2_496_011_456, true), (log.HostHz?.Hertz, log.GuestHz?.Hertz, log.ClockReadsTrap));
    }

    private static VmLog Read(string text) => LogEvidence.Place(
        VmLogReader.Read(new StringReader(text), "vmware.log", Cancel)!,
        new FrequencyRules(FrequencyRules.DefaultTolerance));
}
