namespace TimerProbe.Cli.Tests;

public sealed class LogTextTests
{
    private static readonly DateTimeOffset At = new(2026, 3, 21, 11, 2, 33, TimeSpan.Zero);

    private static readonly VmLog Away = new()
    {
        File = "/vmfs/volumes/datastore-of-production/DB01/vmware.log",
        Name = "DB01",
        Uuid = "421e851b-f3a5-53a8-5c18-bead05574aa1",
        ConfigFile = "/vmfs/volumes/datastore-of-production/DB01/DB01.vmx",
        Host = "esx04.example.org",
        Product = "VMware ESX",
        Version = "8.0.2",
        Build = "build-22380479",
        At = At,
        Written = "2026-03-21T11:02:33.123Z",
        Rates = [Rate(At.AddDays(-3), 2_593_905_000), Rate(At, 2_394_000_000)],
        Scaling = TscFeature.Disabled,
        ScalingLine = "Disabling TSC scaling since host does not support it.",
        Offsetting = TscFeature.Disabled,
        CpuModel = "Intel(R) Xeon(R) CPU E5-2680 v3 @ 2.50GHz",
    };

    [Fact]
    public void One_log_is_a_screen_of_80_columns()
    {
        var text = Write(Away);
        Assert.Equal("AWAY, and the host does not scale: clock reads trap (recorded)", text[0]);
        Assert.InRange(text.Length, 10, 25);
        Assert.Contains("The hypervisor: \"Disabling TSC scaling since host does not support it.\"", Joined(Away), StringComparison.Ordinal);
        Assert.Contains(text, line => line.Contains("2026-03-18 11:02 UTC: host 2,593.905 MHz, guest 2,593.905 MHz", StringComparison.Ordinal));
    }

    [Fact]
    public void Away_is_as_bad_as_the_hypervisor_says()
    {
        Assert.Equal("AWAY, not affected: the host scales the TSC (recorded)", Answer(Away with { Scaling = TscFeature.Enabled }));
        Assert.Equal("AWAY, not affected: the host scales the TSC (expected)", Answer(Away with { Scaling = null, CanScale = true, CpuVendor = "GenuineIntel" }));
        Assert.Equal("AWAY, and the host does not scale: clock reads trap (expected)", Answer(Away with { Scaling = null, Offsetting = null, CanScale = false }));
        Assert.Equal("AWAY, not affected: the host offsets the TSC (recorded)", Answer(Away with { Offsetting = TscFeature.Enabled }));
        Assert.Equal("AWAY, and the log does not say whether the host scales the TSC", Answer(Away with { Scaling = null, Offsetting = null }));
    }

    [Fact]
    public void The_last_word_of_a_log_is_its_answer()
    {
        var home = Away with { Rates = [Rate(At, 2_593_905_100)], OffsettingLine = "Disabling TSC offsetting since TSC rates differ" };
        Assert.Equal("AWAY in effect: the host neither scales nor offsets: clock reads trap (recorded)", Answer(home));
        Assert.Contains("No tolerance overrules it", Joined(home), StringComparison.Ordinal);
        var reference = home with { ReferenceClockLine = "PTSC: using reference clock", HostTscHz = new Frequency(2_593_905_000), VmmonHz = new Frequency(2_494_000_000) };
        Assert.StartsWith("HOME, and the hypervisor does not trust the TSC", Joined(reference), StringComparison.Ordinal);
        Assert.Contains("(the monitor's own estimate: 2,494.000 MHz)", Joined(reference), StringComparison.Ordinal);
        var failed = Joined(home with { Rates = [], NeverStarted = true });
        Assert.StartsWith("NEVER STARTED: the power-on failed", failed, StringComparison.Ordinal);
        Assert.DoesNotContain("timerprobe check", failed, StringComparison.Ordinal);
        Assert.DoesNotContain("vmware-1.log", failed, StringComparison.Ordinal);
    }

    [Fact]
    public void A_difference_that_an_offset_makes_up_for_is_never_slow() => Assert.Equal(
        "AWAY, not affected: the difference is too small (expected)",
        Write(new FrequencyRules(new PartsPerMillion(10)),
            Away with { Scaling = null, Offsetting = null, Rates = [Rate(At, 2_593_905_000 + 77_817)] })[0]);

    [Fact]
    public void What_a_log_does_not_tell_is_said_as_it_is()
    {
        Assert.Equal("HOME: the host had the TSC rate of the machine's power-on (recorded)", Answer(Away with { Rates = [Rate(At, 2_593_905_000)], Offsetting = TscFeature.Enabled }));
        Assert.Contains("Within 250 ppm", Joined(Away with { Rates = [Rate(At, 2_593_905_100)], Offsetting = TscFeature.Enabled }), StringComparison.Ordinal);
        Assert.StartsWith("UNKNOWN: the log does not have both TSC rates It has no line about TSC rates.", Joined(Away with { Rates = [], Offsetting = null }), StringComparison.Ordinal);
        Assert.Contains("Its newest line about rates is not whole", Joined(Away with { Rates = [], RefusedLines = 1 }), StringComparison.Ordinal);
        Assert.Contains("It has only one of the two rates.", Joined(Away with { Rates = [], HostTscHz = new Frequency(2_394_000_000) }), StringComparison.Ordinal);
        Assert.Contains("Jun 28 23:41:12.030, without year or time zone", Joined(Away with { At = null, Written = "Jun 28 23:41:12.030" }), StringComparison.Ordinal);
    }

    [Fact]
    public void Many_logs_are_a_table_of_80_columns_that_ends()
    {
        var text = Write([.. Enumerable.Range(0, 100).Select(number => Away with { Name = $"a machine with a long name {number}" })]);
        Assert.Equal(40, text.Count(line => line.StartsWith("away", StringComparison.Ordinal)));
        Assert.Contains("60 further logs: --output json has them all.", text);
        Assert.Contains(text, line => line.EndsWith("2026-03-21 11:02  2,394.000  2,593.905  -7.71 %  no", StringComparison.Ordinal));
        Assert.StartsWith("100 logs: 100 of a machine whose clock reads trap, 0 where the log does not", text[0], StringComparison.Ordinal);
    }

    private static LoggedRate Rate(DateTimeOffset at, long host) => new(at, new Frequency(host), new Frequency(2_593_905_000));

    private static string Joined(VmLog log) => string.Join(' ', Write(log).Select(line => line.Trim()));

    private static string Answer(VmLog log) => Write(log)[0];

    private static string[] Write(params VmLog[] logs) => Write(new FrequencyRules(FrequencyRules.DefaultTolerance), logs);

    private static string[] Write(FrequencyRules rules, params VmLog[] logs)
    {
        using var output = new StringWriter();
        var document = new LogDocument
        {
            Tool = new ToolInfo("1.0"),
            StartedAt = At,
            TolerancePpm = rules.Tolerance,
            Logs = [.. logs.Select(log => LogEvidence.Place(log, rules))],
            Problems = []
        };
        LogText.Write(document, new TextStyle(80, Colour: false, Unicode: true), output);
        var lines = output.ToString().TrimEnd('\n').Split('\n');
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 80));
        return lines;
    }
}
