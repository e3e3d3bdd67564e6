namespace TimerProbe.VSphere.Tests;

public sealed class PerformanceReaderTests
{
    private static readonly PerformanceQuery Query = new([12, 2], MaxSample: 3);
    private static readonly PerformanceQuery Windowed = Query with { Window = new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(60)) };

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("128", 500, 8)]
    [InlineData("-1", 2_500, 3)]
    [InlineData("1", 2, 2)]
    public async Task Batches_keep_to_the_limit_of_the_server(string limit, int entities, int batches)
    {
        await using var server = await StubServer.StartAsync();
        Script(server, limit);
        await using var session = await server.ConnectAsync();
        var read = new Dictionary<string, PerfEntityMetric>();
        await new PerformanceReader(session).ReadAsync(Machines(entities), Query, metric => read.Add(metric.Entity.Value, metric), Cancel);
        Assert.Equal(entities, read.Count);
        Assert.Equal(batches, server.Count("QueryPerf"));
        Assert.Equal([10, -1, 30], read["vm-1"].Value[0].Value);
        Assert.Equal([1, 2], read["vm-1"].Value[1].Value);
        Assert.Equal((12, ""), (read["vm-1"].Value[0].CounterId, read["vm-1"].Value[0].Instance));
        var spec = server.Requests.First(request => request.Method == "QueryPerf");
        Assert.Equal(("20", "3"), (spec.Text("intervalId"), spec.Text("maxSample")));
    }

    [Theory]
    [InlineData("<id><counterId>12</counterId></id><value>1,,2,</value>", 12, new long[] { 1, 2 })]
    [InlineData("<id><instance></instance></id><value> 7 </value>", 0, new long[] { 7 })]
    [InlineData("<value>1000000000000,1000000000001</value>", 0, new long[] { 1_000_000_000_000, -1 })]
    [InlineData("<value>-9</value>", 0, new long[] { -1 })]
    public async Task A_series_is_what_can_be_read_of_it(string series, int counter, long[] samples)
    {
        await using var server = await StubServer.StartAsync();
        Script(server, "64");
        server.On("QueryPerf", _ => StubAnswer.Xml($"""<returnval><entity type="VirtualMachine">vm-1</entity><value>{series}</value></returnval>"""));
        await using var session = await server.ConnectAsync();
        List<PerfEntityMetric> read = [];
        await new PerformanceReader(session).ReadAsync(Machines(1), Query, read.Add, Cancel);
        var told = Assert.Single(Assert.Single(read).Value);
        Assert.Equal((counter, ""), (told.CounterId, told.Instance));
        Assert.Equal(samples, told.Value);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2_678_400, 2_678_400)]
    [InlineData(0, 0)]
    [InlineData(-1, 0)]
    [InlineData(2_678_401, 0)]
    public async Task A_time_whose_length_cannot_be_keeps_its_place_without_one_and_is_noted(int seconds, int read)
    {
        await using var server = await StubServer.StartAsync();
        Script(server, "64");
        server.On("QueryPerf", _ => StubAnswer.Xml($"""
            <returnval><entity type="VirtualMachine">vm-1</entity><sampleInfo><timestamp>2026-11-21T03:00:00Z</timestamp><interval>{seconds}</interval></sampleInfo></returnval>
            """));
        await using var session = await server.ConnectAsync();
        List<PerfEntityMetric> metrics = [];
        await new PerformanceReader(session).ReadAsync(Machines(1), Windowed, metrics.Add, Cancel);
        Assert.Equal(read, Assert.Single(Assert.Single(metrics).SampleInfo).Interval);
        Assert.Equal(read > 0 ? [] : ["one invalid time was left out: performance of vm-1"], session.Refusals.Select(problem => problem.Text));
    }

    [Fact]
    public async Task Figures_of_nobody_are_left_out_and_what_is_wrong_with_them_is_noted()
    {
        await using var server = await StubServer.StartAsync();
        Script(server, "64");
        server.On("QueryPerf", _ => StubAnswer.Xml("<returnval><entity/><value><value>x</value></value></returnval>"));
        await using var session = await server.ConnectAsync();
        await new PerformanceReader(session).ReadAsync(Machines(1), Query, metric => Assert.Fail(metric.ToString()), Cancel);
        Assert.Equal(
            ["one reference that could not be sent back was left out: entity", "one invalid performance figure was left out: value"],
            session.Refusals.Select(problem => problem.Text));
    }

    [Fact]
    public async Task What_was_not_asked_for_is_left_out()
    {
        await using var server = await StubServer.StartAsync();
        Script(server, "64");
        server.On("QueryPerf", _ => StubAnswer.Xml("""<returnval><entity type="VirtualMachine">vm-9</entity></returnval><returnval><entity type="VirtualMachine">vm-1</entity></returnval>"""));
        await using var session = await server.ConnectAsync();
        List<PerfEntityMetric> read = [];
        await new PerformanceReader(session).ReadAsync(Machines(2), Query, read.Add, Cancel);
        Assert.Equal("vm-1", Assert.Single(read).Entity.Value);
    }

    [Theory]
    [InlineData("<value/>", 30)]
    [InlineData("<value><value>1,2,3,4,5,6,7,8,9,10</value></value>", 3)]
    [InlineData("<sampleInfo/>", 30)]
    public async Task Series_samples_and_times_count_as_kept(string series, int times)
    {
        await using var server = await StubServer.StartAsync();
        Script(server, "64");
        server.On("QueryPerf", _ => StubAnswer.Xml($"""<returnval><entity type="VirtualMachine">vm-1</entity>{string.Concat(Enumerable.Repeat(series, times))}</returnval>"""));
        await using var session = await server.ConnectAsync(server.Options with { Limits = new SoapAnswerLimits { Items = 25 } });
        var refused = await Assert.ThrowsAsync<VSphereException>(() => new PerformanceReader(session).ReadAsync(Machines(1), Windowed, _ => { }, Cancel));
        Assert.Contains("more than 25 elements to keep", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("6.0", "VirtualCenter", 64)]
    [InlineData("6.5", "VirtualCenter", 256)]
    [InlineData("8.0.3.0", "VirtualCenter", 256)]
    [InlineData("8.0.3.0", "HostAgent", 10_000)]
    public async Task Without_the_option_the_version_tells_the_limit(string version, string type, int limit)
    {
        await using var server = await StubServer.StartAsync();
        server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(version, type)));
        server.On("QueryOptions", _ => StubAnswer.Fault("InvalidName"));
        await using var session = await server.ConnectAsync();
        Assert.Equal(limit, await new PerformanceReader(session).ReadMaxQueryMetricsAsync(Cancel));
    }

    [Fact]
    public async Task A_machine_deleted_meanwhile_does_not_fail_its_batch()
    {
        await using var server = await StubServer.StartAsync();
        Script(server, "64");
        var usual = Answer;
        server.On("QueryPerf", request => request.Texts("entity").Contains("vm-3")
            ? StubAnswer.Fault("ManagedObjectNotFound", members: """<obj type="VirtualMachine">vm-3</obj>""")
            : usual(request));
        await using var session = await server.ConnectAsync();
        var count = 0;
        await new PerformanceReader(session).ReadAsync(Machines(10), Query, _ => count++, Cancel);
        Assert.Equal(9, count);
    }

    [Fact]
    public async Task Counters_are_found_by_name()
    {
        await using var server = await StubServer.StartAsync();
        server.On("RetrievePropertiesEx", _ => StubAnswer.Xml("""
            <returnval><objects><obj type="PerformanceManager">PerfMgr</obj><propSet><name>perfCounter</name><val xsi:type="ArrayOfPerfCounterInfo">
              <PerfCounterInfo xsi:type="PerfCounterInfo"><key>12</key><nameInfo><label>Ready</label><summary>x</summary><key>ready</key></nameInfo>
                <groupInfo><label>CPU</label><summary>CPU</summary><key>cpu</key></groupInfo><unitInfo><key>millisecond</key></unitInfo><rollupType>summation</rollupType></PerfCounterInfo>
            </val></propSet></objects></returnval>
            """));
        await using var session = await server.ConnectAsync();
        Assert.Equal(12, (await new PerformanceReader(session).ReadCountersAsync(Cancel))["cpu.ready.summation"]);
    }

    private static ManagedObjectReference[] Machines(int count) =>
        [.. Enumerable.Range(1, count).Select(i => new ManagedObjectReference("VirtualMachine", "vm-" + i.ToString()))];

    private static void Script(StubServer server, string limit)
    {
        server.On("QueryOptions", _ => StubAnswer.Xml($"""<returnval xsi:type="OptionValue"><key>config.vpxd.stats.maxQueryMetrics</key><value xsi:type="xsd:int">{limit}</value></returnval>"""));
        server.On("QueryPerf", Answer);
    }

    private static StubAnswer Answer(StubRequest request) => StubAnswer.Xml(string.Concat(request.Texts("entity").Select(id => $"""
        <returnval xsi:type="PerfEntityMetricCSV"><entity type="VirtualMachine">{id}</entity><sampleInfoCSV>20,2026-11-21T03:00:00Z</sampleInfoCSV>
          <value><id><counterId>12</counterId><instance></instance></id><value>10,-1,30</value></value>
          <value xsi:type="PerfMetricIntSeries"><id><counterId>2</counterId><instance/></id><value>1</value><value>2</value></value></returnval>
        """)));
}
