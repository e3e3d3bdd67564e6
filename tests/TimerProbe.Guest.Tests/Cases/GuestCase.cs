using System.Text.Json.Nodes;

namespace TimerProbe.Guest.Tests.Cases;

/// <summary>A machine that somebody has made public, read and judged by the program's own parsers, table and rules.</summary>
internal static class GuestCase
{
    /// <summary>The file's machine as a check would describe it.</summary>
    public static GuestFacts Read(string file)
    {
        var facts = JsonNode.Parse(File.ReadAllText(Path.Combine(Folder, file + ".json")))!["facts"]!.AsObject();
        var machine = GetMachine(facts);
        var cost = facts["cost"]!.AsObject();
        var precise = MedianInterval.Exactly(Cost(cost, "precise")!.Value);
        var drift = GetDrift(facts["drift"]);
        var intervals = new ClockIntervals(precise, Interval(cost, "cpuid"), Interval(cost, "rdtsc"))
        {
            Counter = Interval(cost, "counter") ?? precise,
            CoarseTime = Cost(cost, "coarse"),
        };
        return new GuestFacts
        {
            Machine = machine,
            Clocks =
            [
                Clock(ClockSource.PreciseTime, Cost(cost, "precise")) with { GranularityNs = Cost(cost, "step"), BackwardSteps = (int?)cost["backward"] },
                Clock(ClockSource.CoarseTime, Cost(cost, "coarse")),
                Clock(ClockSource.TimestampCounter, Cost(cost, "rdtsc")),
                Clock(ClockSource.VmExit, Cost(cost, "cpuid")),
                .. Cost(cost, "monotonicRaw") is { } raw ? [Clock(ClockSource.MonotonicRaw, raw)] : Array.Empty<ClockFacts>(),
            ],
            Control = new ControlFacts(new Duration(1), 0.01, Starved: false, 0, Because: null),
            Verdict = new VerdictJudge(ClockPath.From(machine)).Judge(intervals, doubt: VerdictJudge.GetDoubt(machine, drift)),
            Drift = drift,
            Time = new TimeFacts
            {
                OffsetMs = (double?)facts["offsetMs"],
                OffsetUncertaintyMs = facts["offsetMs"] is null ? null : 1,
                Reference = facts["offsetMs"] is null ? null : new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org"),
                BackwardSteps = (int?)cost["backward"],
                ProcessorsApartNs = (double?)facts["processorsApartNs"],
                ApartProcessors = facts["processorsApartNs"] is null ? null : ["0", "3"],
                Services = file == "azure-stepping" ? ["chronyd", "ntpd"] : null,
            },
        };
    }

    public static string Folder { get; } = Path.Combine(AppContext.BaseDirectory, "Cases");

    private static MachineFacts GetMachine(JsonObject facts)
    {
        var machine = new MachineFacts
        {
            Name = (string)facts["host"]!,
            Os = (string)facts["os"]!,
            Architecture = (string?)facts["arch"] ?? "x64",
            ProcessorCount = (int?)facts["cpus"],
            SmbiosManufacturer = (string?)facts["smbios"]?["manufacturer"],
            SmbiosProduct = (string?)facts["smbios"]?["product"],
            SmbiosChassisAssetTag = (string?)facts["smbios"]?["chassisAssetTag"],
            CpuModel = (string?)facts["cpuid"]?["brand"],
            InvariantTsc = (bool?)facts["cpuid"]?["invariant"],
            Hypervisor = GetHypervisor(facts["cpuid"]),
            CpuPressure = facts["pressure"] is not { } pressure ? new() : new()
            {
                OverMs = (double)pressure["over"]!,
                WaitedMs = (double)pressure["waited"]!,
                StealMs = (double)pressure["steal"]!,
                ThrottledMs = (double)pressure["throttled"]!,
            },
        };
        if (facts["windows"] is { } windows)
        {
            return machine with
            {
                Windows = new WindowsFacts
                {
                    QpfHz = new Frequency((long)windows["qpf"]!),
                    QpcBypass = (int)windows["bypass"]!,
                    UsePlatformClock = (bool?)windows["platformclock"],
                },
            };
        }

        var linux = facts["linux"]!;
        var listed = ((string?)linux["available"] ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var source = (string?)linux["clocksource"];
        var log = (string?)linux["dmesg"] is { } text ? Reading.From(text) : Reading.Missing<string>("not given");
        return LinuxInspector.AddSlow(
            machine with
            {
                Hypervisor = LinuxTextParser.AddKernel(LinuxTextParser.AddXen(machine.Hypervisor, (string?)linux["hypervisorType"]), source),
                Linux = new LinuxFacts
                {
                    Clocksource = source,
                    AvailableClocksources = listed,
                    ClockOptions = LinuxTextParser.ClockOptions((string?)linux["cmdline"]),
                    Vdso = (bool?)linux["vdso"] ?? true,
                    TscUnstable = listed.Contains("tsc") ? false : null,
                    Container = (string?)linux["container"],
                },
            },
            new UnavailableFacts(),
            log);
    }

    private static HypervisorFacts GetHypervisor(JsonNode? cpuid)
    {
        var vendor = (string?)cpuid?["vendor"];
        var named = (string?)cpuid?["iface"];
        return new HypervisorFacts
        {
            Present = (bool?)cpuid?["hv"],
            Vendor = vendor,
            Name = CpuidFacts.GetName(vendor, (string?)cpuid?["vendor100"]),
            Interface = named,
            ReferenceTsc = named is "Hv#1" ? ((int)cpuid!["features3"]! >> 9 & 1) == 1 : null,
        };
    }

    private static DriftFacts? GetDrift(JsonNode? drift) => drift is null ? null : new DriftFacts(60)
    {
        Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org"),
        CounterAgainstReferencePpm = new PartsPerMillion((double)drift["counter"]!),
        PreciseAgainstReferencePpm = new PartsPerMillion((double)drift["precise"]!),
        UncertaintyPpm = new PartsPerMillion((double?)drift["unc"] ?? 20),
        AdjustedMs = (double?)drift["adjusted"] ?? 0,
    };

    private static ClockFacts Clock(ClockSource source, Duration? cost) => new()
    {
        Source = source,
        Api = source.ToString(),
        CallNs = cost is { } known ? new CallCost(known, known, known, known) : null,
        Why = cost is null ? "it was not measured" : null,
    };

    private static MedianInterval? Interval(JsonObject cost, string name) => Cost(cost, name) is { } known ? MedianInterval.Exactly(known) : null;

    private static Duration? Cost(JsonObject cost, string name) => (double?)cost[name] is { } ns ? new Duration(ns) : null;
}
