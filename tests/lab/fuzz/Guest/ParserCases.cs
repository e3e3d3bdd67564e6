namespace TimerProbe.Fuzz.Guest;

/// <summary>What a kernel, a firmware and VMware Tools print, changed and given to the parsers themselves.</summary>
internal sealed class ParserCases : ICaseKind
{
    private const int Rounds = 50;

    private static readonly (string Name, string Text, Action<string> Parse)[] Texts =
    [
        ("kernel log", "[    0.000000] vmware: TSC freq read from hypervisor : 3092.734 MHz\n[    1.0] clocksource: Marking clocksource 'tsc' as unstable\n[    2.0] tsc: Refined TSC clocksource calibration: 2593.905 MHz\n", text => KernelLogFacts.Parse(text)),
        ("schedstat", "123456789 987654321 42", text => CpuPressureParser.WaitedMs(text)),
        ("cgroup", "0::/user.slice/a b.scope\n4:cpu,cpuacct:/docker/x\n", text => CpuControlGroups.Parse(text, "25 30 0:23 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n")),
        ("mountinfo", "25 30 0:23 / /sys/fs/cgroup/a\\040b rw,nosuid shared:4 - cgroup2 cgroup2 rw\n26 30 0:24 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n", text => CpuControlGroups.Parse("0::/x\n4:cpu:/y\n", text)),
        ("/proc/stat", "cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\n", text => CpuPressureParser.StealMs(text)),
        ("cpu.max", "50000 100000", text => CpuPressureParser.QuotaVersion2(text)),
        ("cpu.cfs_quota_us", "50000", text => CpuPressureParser.QuotaVersion1(text, text)),
        ("cpu.stat", "usage_usec 1\nnr_throttled 5\nthrottled_usec 12345\nthrottled_time 99\n", text => CpuPressureParser.ThrottledMs(text)),
        ("CPU list", "0-3,8 - 11,64", text => LinuxTextParser.CpuCount(text)),
        ("stat speed", "2593 MHz", text => ToolboxReader.Megahertz(text)),
        ("stat sessionid", "0x66bf7a1c03d0a2e1", text => ToolboxReader.SessionId(text)),
        ("-v", "12.3.0.44994 (build-22234872)", text => ToolboxReader.Version(text)),
        ("start options", " NOEXECUTE=OPTIN  USEPLATFORMCLOCK", text => WindowsFactsParser.UsesPlatformClock(text)),
    ];

    public Task RunAsync(FuzzCase fuzz)
    {
        for (var left = Rounds; left > 0; left--)
        {
            if (fuzz.OneIn(4))
            {
                var (name, bytes, parse) = fuzz.Pick(BinaryForms.All);
                var spoiled = Spoiled(bytes, fuzz.Random);
                fuzz.Story.Add($"{name}: {Convert.ToBase64String(spoiled)}");
                parse(spoiled);
            }
            else
            {
                var (name, text, parse) = fuzz.Pick(Texts);
                var changed = Changed(text, fuzz.Random);
                fuzz.Story.Add($"{name}: {Convert.ToBase64String(Encoding.UTF8.GetBytes(changed[..Math.Min(changed.Length, 4_000)]))}");
                parse(changed);
            }
        }

        return Task.CompletedTask;
    }

    private static byte[] Spoiled(byte[] bytes, Random random)
    {
        var spoiled = bytes[..random.Next(bytes.Length + 1)].ToArray();
        for (var left = random.Next(8); left > 0 && spoiled.Length > 0; left--)
        {
            spoiled[random.Next(spoiled.Length)] = (byte)random.Next(256);
        }

        return spoiled;
    }

    private static string Changed(string text, Random random)
    {
        for (var left = random.Next(1, 5); left > 0; left--)
        {
            var words = text.Split(' ');
            var at = random.Next(words.Length);
            words[at] = random.Next(4) switch
            {
                0 => "",
                1 => OddTexts.Number(random),
                2 => OddTexts.Any(random),
                _ => words[at] + words[random.Next(words.Length)]
            };
            text = string.Join(random.Next(6) == 0 ? "\n" : " ", words);
            text = random.Next(5) == 0 ? text[..random.Next(text.Length + 1)] : text;
        }

        return text;
    }
}
