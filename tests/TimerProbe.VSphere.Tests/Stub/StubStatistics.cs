namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>CPU statistics of virtual machines as a vCenter keeps them: both counters cut to whole units, in periods that end at whole multiples.</summary>
internal sealed class StubStatistics
{
    public const int Usage = 2;
    public const int UsageMhz = 6;

    private static readonly XNamespace Vim = StubRequest.Vim;

    private readonly Dictionary<string,
        (int Processors, double Load, Func<DateTimeOffset, double> Mhz)> _machines = new(StringComparer.Ordinal);

    public StubStatistics(StubServer server)
    {
        server.On("RetrievePropertiesEx", request => request.Text("pathSet") switch
        {
            "perfCounter" => Property("perfCounter", "ArrayOfPerfCounterInfo", Counters),
            "historicalInterval" when KeptPeriods is null => StubAnswer.Fault("InvalidProperty", members: "<name>historicalInterval</name>"),
            _ => Property("historicalInterval", "ArrayOfPerfInterval", KeptPeriods!),
        });
        server.On("QueryOptions", _ => StubAnswer.Xml($"""<returnval xsi:type="OptionValue"><key>config.vpxd.stats.maxQueryMetrics</key><value xsi:type="xsd:int">{MostMetrics}</value></returnval>"""));
        server.On("QueryPerf", request => StubAnswer.Xml(string.Concat(request.Call.Elements(Vim + "querySpec").Select(Answer))));
    }

    public string Counters { get; set; } = Counter(Usage, "usage") + Counter(UsageMhz, "usagemhz");

    /// <summary>The value of <c>historicalInterval</c>; null for a server that does not know it.</summary>
    public string? KeptPeriods { get; set; } = Kept(300, 1) + Kept(1_800, 7) + Kept(7_200, 30) + Kept(86_400, 365);

    public int MostMetrics { get; init; } = 64;

    /// <summary>Whether answers have an element for each sample.</summary>
    public bool IsNormal { get; set; }

    public static string Kept(int seconds, int days, string enabled = "true", int level = 1) => string.Create(
        CultureInfo.InvariantCulture,
        $"<PerfInterval><key>1</key><samplingPeriod>{seconds}</samplingPeriod><name>any</name><length>{days * 86_400}</length><level>{level}</level><enabled>{enabled}</enabled></PerfInterval>");

    public static string Counter(int key, string name) => string.Create(
        CultureInfo.InvariantCulture, $"<PerfCounterInfo><key>{key}</key><nameInfo><key>{name}</key></nameInfo><groupInfo><key>cpu</key></groupInfo><rollupType>average</rollupType></PerfCounterInfo>");

    /// <summary>A machine at a load that varies a little, on hosts of a frequency by the time.</summary>
    public void Add(string id, int processors, double load, Func<DateTimeOffset, double> mhz) => _machines[id] = (processors, load, mhz);

    private static StubAnswer Property(string name, string type, string value) => StubAnswer.Xml(
        $"""<returnval><objects><obj type="PerformanceManager">PerfMgr</obj><propSet><name>{name}</name><val xsi:type="{type}">{value}</val></propSet></objects></returnval>""");

    private string Answer(XElement spec)
    {
        var id = spec.Element(Vim + "entity")!.Value;
        if (!_machines.TryGetValue(id, out var machine))
        {
            return $"""<returnval xsi:type="PerfEntityMetricCSV"><entity type="VirtualMachine">{id}</entity></returnval>""";
        }

        var interval = (int)spec.Element(Vim + "intervalId")!;
        var (start, end) = ((DateTimeOffset)spec.Element(Vim + "startTime")!, (DateTimeOffset)spec.Element(Vim + "endTime")!);
        var (times, usages, mhzs) = (new List<string>(), new List<long>(), new List<long>());
        for (var at = ((start.ToUnixTimeSeconds() / interval) + 1) * interval; at <= end.ToUnixTimeSeconds(); at += interval)
        {
            var load = machine.Load * (1 + (at / interval % 7 * 0.05));
            // Parts of a period, so that one with a move is a blend.
            var mhz = Enumerable.Range(0, 10).Average(part => machine.Mhz(DateTimeOffset.FromUnixTimeSeconds(at - interval + (part * interval / 10))));
            if (mhz == 0)
            {
                // It was not here.
                continue;
            }

            times.Add(DateTimeOffset.FromUnixTimeSeconds(at).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'"));
            usages.Add((long)(load * 10_000));
            mhzs.Add((long)(load * machine.Processors * mhz));
        }

        var answer = new StringBuilder().Append(CultureInfo.InvariantCulture, $"""<returnval><entity type="VirtualMachine">{id}</entity>""");
        answer.Append(IsNormal
            ? string.Concat(times.Select(time => $"<sampleInfo><timestamp>{time}</timestamp><interval>{interval}</interval></sampleInfo>"))
            : $"<sampleInfoCSV>{string.Join(',', times.Select(time => $"{interval},{time}"))}</sampleInfoCSV>");
        return answer.Append(Series(UsageMhz, mhzs)).Append(Series(Usage, usages)).Append("</returnval>").ToString();
    }

    private string Series(int counter, List<long> values) => string.Create(
        CultureInfo.InvariantCulture,
        $"<value><id><counterId>{counter}</counterId><instance/></id>{(IsNormal ? string.Concat(values.Select(value => $"<value>{value}</value>")) : $"<value>{string.Join(',', values)}</value>")}</value>");
}
