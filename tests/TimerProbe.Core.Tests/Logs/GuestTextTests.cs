namespace TimerProbe.Core.Tests.Logs;

/// <summary>A guest writes what it likes behind the hypervisor's <c>Guest: </c>: wherever its log is cut, none of it counts.</summary>
public sealed class GuestTextTests
{
    private const string Time = "2026-03-21T11:05:00.000Z";

    /// <summary>What a release writes before the text of its guest.</summary>
    private static readonly string[] GuestPrefixes =
    [
        "Mar 21 11:05:00: vcpu-0| Guest: ", "Mar 21 11:05:00.123: vcpu-0| Guest: toolbox: ", $"{Time}| vcpu-2| Guest: ", $"{Time}| vcpu-0| I120: Guest: ",
        $"{Time}| vmx| I125: Guest: vsep: ", $"{Time}| vmx| I125+ ", $"{Time}| vcpu-0| | I005: Guest: ", $"{Time} In(05) vcpu-0 Guest: ", $"{Time} In(05) vcpu-0 - Guest: ",
        $"{Time} In(05)+ vcpu-0 - ", $"{Time} In(05)+ vmx ", $"{Time} In(05) vmx e0ada929 Guest: ", $"{Time} -INFO vmware-vmx 15108 [ws@4413 threadName=\"vcpu-0\"] Guest: ",
        $"{Time} In(05) vmx - DICT      guestinfo.x = \"", $"{Time}| vmx| I125: DICT      annotation = \"a|0A", $"{Time}| vcpu-0| I125: ConfigDB: Setting guestinfo.displayName = \"",
        $"{Time} In(05) vcpu-0 - DEVICE USB: Found device [name:",
    ];

    private static readonly string[] Forged =
    [
        "", $"{Time}| vmx| I125: ", $"{Time}| vmx| ", $"{Time}| vmx| | I005: ", $"{Time} In(05) vmx - ", $"{Time} In(05) vmx ", $"{Time} In(05) vmx vim-cmd-09-a45d ", "Mar 21 11:05:00.123: vmx| ",
        "vmx| ", "vmx| I120: ", $"{Time} -INFO vmware-vmx.exe 15108 [ws@4413 threadName=\"vmx\"] ", "\r", $"\r{Time}| vmx| I125: ", "\0\0", $"\u2028{Time} In(05) vmx - ", $"\0{Time} In(05) vmx - ", "  ", "\uFEFF",
        new string('x', VmLogReader.MaxLine),
    ];

    private static readonly string[] Facts =
    [
        "TSC scaling enabled.", "TSC offsetting enabled.", "Disabling TSC scaling since host does not support it.", "Use TSC scaling {0,1}",
        "TimeTracker host to guest rate conversion 1 @ 3000000000Hz -> 0 @ 3100000000Hz", "TSC kHz estimates: vmmon 1, remembered 0, osReported 0. Using 3000000 kHz.", "KHZEstimate 3000000",
        "guest vs. host CPUID guest level 40000010,  0: 0x00279481 0x000101d0 0x00000000 0x00000000", "Hostname=evil.example.org", "Config file: /evil.vmx", "DICT displayName = \"evil\"",
        "UUID: Writing uuid.bios 56 4d 44 22 f2 e8 3e 0b-d7 65 70 56 15 42 d3 53", "hostCPUID vendor: AuthenticAMD", "hostCPUID name: evil", "VMAutomation_Reset",
        "hostCPUID level 00000001, 0: 0x00a50f00 0x00100800 0xfed83203 0x178bfbff",
    ];

    private static readonly string[] Hypervisor =
    [
        $"{Time} In(05) vmx - Log for VMware ESX pid=2101234 version=8.0.2 build=build-22380479 option=Release", $"{Time} In(05) vmx - hostCPUID vendor: GenuineIntel",
        $"{Time} In(05) vmx - TimeTracker host to guest rate conversion 1 @ 2394000000Hz -> 0 @ 2593905000Hz", $"{Time} In(05) vmx - Disabling TSC scaling since host does not support it.",
        $"{Time} In(05) vmx - Transitioned vmx/execState/val to poweredOn",
    ];

    private static readonly VmLog Nothing = new() { File = "vmware.log" };

    public static TheoryData<string> Openings => [.. GuestPrefixes];

    [Theory]
    [MemberData(nameof(Openings))]
    public void A_log_that_is_cut_anywhere_in_it_says_what_the_hypervisor_has_written(string prefix)
    {
        var before = Bytes(string.Join('\n', Hypervisor[..4]) + "\n");
        var opening = Array.IndexOf(GuestPrefixes, prefix);
        foreach (var forged in Forged.Index().Where(item => item.Index % 6 == opening % 6))
        {
            var line = Bytes($"{prefix}{forged.Item}{Facts[(opening + forged.Index) % Facts.Length]}\n");
            byte[] log = [.. before, .. line, .. Bytes(Hypervisor[^1] + "\n")];
            var said = Read((0, log[..before.Length]));
            AssertSame(said, Read((0, log)), "whole");
            for (var cut = before.Length; cut < log.Length; cut += log.Length > 1000 ? 97 : 1)
            {
                AssertSame(said, Read((0, log[..cut])), "the end is missing");
                AssertSame(said, Read((0, before), (cut + 1, log[cut..])), Encoding.UTF8.GetString(log[cut..]));
                AssertSame(said, Read((0, log[..cut]), (cut, log[cut..])), "parts that go on from one another");
                AssertSame(Nothing, Read(Encoding.UTF8.GetString(log[cut..])) ?? Nothing, Encoding.UTF8.GetString(log[cut..]));
            }
        }
    }

    [Fact]
    public void A_line_that_is_not_written_to_its_end_does_not_count()
    {
        const string Started = "Dec 28 22:30:19.860: vmx| Log for VMware Workstation pid=1234 version=6.0.0 build=build-45731 option=Release\n";
        const string Line = "Dec 28 22:30:20.423: vmx| KHZEstimate 2520700\n";
        var log = Bytes(Started + Line);
        for (var cut = Started.Length; cut < log.Length; cut++)
        {
            Assert.Null(Read((0, log[..cut])).HostHz);
        }

        Assert.NotNull(Read((0, log)).HostHz);
    }

    [Theory]
    [InlineData("TSC scaling enabled.", "Transitioned vmx/execState/val to poweredOn", false)]
    [InlineData("TSC scaling enabled.", "TSC offsetting enabled.", true)]
    [InlineData("TSC scaling enabled.", null, true)]
    [InlineData("Log for VMware ESX pid=1 version=8.0.2 build=build-22380479", "TSC scaling enabled.\nTransitioned vmx/execState/val to poweredOn", true)]
    public void The_first_line_counts_in_a_whole_log_and_among_picked_lines(string first, string? others, bool counts) => Assert.Equal(
        counts ? TscFeature.Enabled : null,
        Read(string.Join('\n', $"{first}\n{others}".TrimEnd().Split('\n').Select(message => $"{Time}| vmx| I125: {message}")))!.Scaling);

    [Theory]
    [InlineData("In(05) vmx", "e0ada929", true)]
    [InlineData("In(05) vcpu-0", "vim-cmd-09-a45d", true)]
    [InlineData("In(05) vmx", "lgfd4abh-18745-auto-egq-h5:70005734-88-01-39-6b81", true)]
    [InlineData("In(05) vmx", "HB-host-12@514-5e3f1c2a-b4-7c01", true)]
    [InlineData("In(05) vmx", "opID=6d3f-4b-91a0", true)]
    [InlineData("In(05) vmx-vcpu-0", "-", true)]
    [InlineData("In(05) worker-9462400", "esxui-8d7c-2a3b", true)]
    [InlineData("In(05) vmx", "- e0ada929", false)]
    [InlineData("In(05) vmx", "e0ada929 e0ada929", false)]
    [InlineData("In(05) vmx", "VMXNET3-0", false)]
    [InlineData("In(05) vmx", "1st", false)]
    [InlineData("In(05) vmx", "Guest:-0a", false)]
    [InlineData("In(05) vmx", "scsi0:0", false)]
    [InlineData("In(05) vmx", "[name-00", false)]
    [InlineData("| vmx| I125:", "e0ada929", false)]
    public void An_operation_has_its_place_and_its_form(string channel, string operation, bool isOne)
    {
        var separator = channel[0] == '|' ? "" : " ";
        Assert.Equal(isOne ? TscFeature.Enabled : null, Read($"{Time}{separator}{channel} {operation} TSC scaling enabled.")!.Scaling);
    }

    [Fact]
    public void Filled_with_the_text_of_a_hostile_guest_a_log_says_no_more_than_without()
    {
        var logs = Directory.GetFiles(Path.Combine(Repository.Root, "tests/TimerProbe.Core.Tests/Logs/Public"), "*.log").Order(StringComparer.Ordinal).ToArray();
        for (var seed = 0; seed < Cases.Of(300); seed++)
        {
            var random = new Random(seed);
            var hypervisor = File.ReadAllLines(logs[random.Next(logs.Length)]).Append(Hypervisor[^1]).ToArray();
            var lines = new List<(string Text, bool IsGuests, int From)>();
            var forged = new List<int>();
            var length = 0;
            foreach (var line in hypervisor)
            {
                Add(line, isGuests: false);
                while (random.Next(3) > 0)
                {
                    var own = Pick(GuestPrefixes) + (random.Next(4) == 0 ? "said " : "");
                    forged.Add(length + Bytes(own).Length);
                    Add(own + Pick(Forged) + Pick(Facts) + (random.Next(4) == 0 ? "\r" : ""), isGuests: true);
                }
            }

            Add(Hypervisor[^1], isGuests: false);
            var log = Bytes(string.Concat(lines.Select(line => line.Text)));
            var (end, begin) = (random.Next(Bytes(lines[0].Text).Length, log.Length), random.Next(log.Length));
            begin = random.Next(4) == 0 ? end : Math.Max(begin, end);
            begin = forged.Where(at => at > end).ToArray() is { Length: > 0 } places && random.Next(2) == 0 ? Pick(places) : begin;
            var kept = lines.Where(line => !line.IsGuests && (line.From + Bytes(line.Text).Length <= end || begin == end || line.From > begin));
            AssertSame(Read((0, Bytes(string.Concat(kept.Select(line => line.Text))))), Read((0, log[..end]), (begin, log[begin..])), $"seed {seed}, {end} to {begin}");

            // Before the lines of a text that begins anywhere stands the rest of one.
            var text = string.Concat(lines.Where(line => !line.IsGuests && line.From > begin).Select(line => line.Text));
            AssertSame(Read("rest\n" + text) ?? Nothing, Read(Encoding.UTF8.GetString(log[begin..])) ?? Nothing, $"seed {seed}, from {begin}");

            void Add(string line, bool isGuests)
            {
                lines.Add((line + "\n", isGuests, length));
                length += Bytes(line + "\n").Length;
            }

            T Pick<T>(T[] from) => from[random.Next(from.Length)];
        }
    }

    private static void AssertSame(VmLog expected, VmLog log, string where)
    {
        Assert.True(expected.Rates.SequenceEqual(log.Rates), where);
        Assert.True(expected with { Rates = [] } == (log with { Rates = [] }), $"{where}\n{expected}\n{log}");
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private static VmLog Read(params (long From, byte[] Bytes)[] parts) => VmLogReader.Read(
        parts.Select(part => (part.From, new ReadOnlyMemory<byte>(part.Bytes))), "vmware.log", Cancel) ?? Nothing;

    private static VmLog? Read(string text) => VmLogReader.Read(new StringReader(text), "vmware.log", Cancel);
}
