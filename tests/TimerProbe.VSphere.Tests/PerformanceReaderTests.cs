namespace TimerProbe.VSphere.Tests;

public sealed class PerformanceReaderTests : StubServerTest
{
    private static readonly PerformanceQuery Query = new([12, 2], MaxSample: 3);
    private static readonly PerformanceQuery Windowed = Query with { Window = new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(60)) };

    [Theory]
    [InlineData("128", 500, 8)]
    [InlineData("-1", 2_500, 3)]
    [InlineData("1", 2, 2)]
    public async Task Batches_keep_to_the_limit_of_the_server(string limit, int entities, int batches)
    {
        Script(Server, limit);
        var read = (await ReadAsync(entities, Query)).Read.ToDictionary(metric => metric.Entity.Value);
        Assert.Equal(entities, read.Count);
        Assert.Equal(batches, Server.Count("QueryPerf"));
        Assert.Equal([10, -1, 30], read["vm-1"].Value[0].Samples);
        Assert.Equal([1, 2], read["vm-1"].Value[1].Samples);
        Assert.Equal((12, ""), (read["vm-1"].Value[0].CounterId, read["vm-1"].Value[0].Instance));
        var spec = Server.Requests.First(request => request.Method == "QueryPerf");
        Assert.Equal(("20", "3"), (spec.Text("intervalId"), spec.Text("maxSample")));
    }

    [Theory]
    [InlineData("<id><counterId>12</counterId></id><value>1,,2,</value>", 12, new long[] { 1, 2 })]
    [InlineData("<id><instance></instance></id><value> 7 </value>", 0, new long[] { 7 })]
    [InlineData("<value>1000000000000,1000000000001</value>", 0, new long[] { 1_000_000_000_000, -1 })]
    [InlineData("<value>-9</value>", 0, new long[] { -1 })]
    public async Task A_series_is_what_can_be_read_of_it(string series, int counter, long[] samples)
    {
        Script(Server, "64");
        Server.On("QueryPerf", _ => StubAnswer.Xml($"""<returnval><entity type="VirtualMachine">vm-1</entity><value>{series}</value></returnval>"""));
        var (read, _) = await ReadAsync(1, Query);
        var told = Assert.Single(Assert.Single(read).Value);
        Assert.Equal((counter, ""), (told.CounterId, told.Instance));
        Assert.Equal(samples, told.Samples);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2_678_400, 2_678_400)]
    [InlineData(0, 0)]
    [InlineData(-1, 0)]
    [InlineData(2_678_401, 0)]
    public async Task A_time_whose_length_cannot_be_keeps_its_place_without_one_and_is_noted(int seconds, int read)
    {
        Script(Server, "64");
        Server.On("QueryPerf", _ => StubAnswer.Xml($"""
            <returnval><entity type="VirtualMachine">vm-1</entity><sampleInfo><timestamp>2026-11-21T03:00:00Z</timestamp><interval>{seconds}</interval></sampleInfo></returnval>
            """));
        var (metrics, refusals) = await ReadAsync(1, Windowed);
        Assert.Equal(read, Assert.Single(Assert.Single(metrics).SampleInfo).Interval);
        Assert.Equal(read > 0 ? [] : ["1 invalid time was left out: performance of vm-1"], refusals);
    }

    [Fact]
    public async Task Figures_of_nobody_are_left_out_and_what_is_wrong_with_them_is_noted()
    {
        Script(Server, "64");
        Server.On("QueryPerf", _ => StubAnswer.Xml("<returnval><entity/><value><value>x</value></value></returnval>"));
        var (read, refusals) = await ReadAsync(1, Query);
        Assert.Empty(read);
        Assert.Equal(["1 reference that could not be sent back was left out: entity", "1 invalid performance figure was left out: value"], refusals);
    }

    [Fact]
    public async Task What_was_not_asked_for_is_left_out()
    {
        Script(Server, "64");
        Server.On("QueryPerf", _ => StubAnswer.Xml("""<returnval><entity type="VirtualMachine">vm-9</entity></returnval><returnval><entity type="VirtualMachine">vm-1</entity></returnval>"""));
        var (read, _) = await ReadAsync(2, Query);
        Assert.Equal("vm-1", Assert.Single(read).Entity.Value);
    }

    [Theory]
    [InlineData("<value/>", 30)]
    [InlineData("<value><value>1,2,3,4,5,6,7,8,9,10</value></value>", 3)]
    [InlineData("<sampleInfo/>", 30)]
    public async Task Series_samples_and_times_count_as_kept(string series, int times)
    {
        Script(Server, "64");
        Server.On("QueryPerf", _ => StubAnswer.Xml($"""<returnval><entity type="VirtualMachine">vm-1</entity>{string.Concat(Enumerable.Repeat(series, times))}</returnval>"""));
        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { Items = 25 } });
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
        Server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(version, type)));
        Server.On("QueryOptions", _ => StubAnswer.Fault("InvalidName"));
        await using var session = await Server.ConnectAsync();
        Assert.Equal(limit, await new PerformanceReader(session).ReadMaxQueryMetricsAsync(Cancel));
    }

    [Fact]
    public async Task A_machine_deleted_meanwhile_does_not_fail_its_batch()
    {
        Script(Server, "64");
        var usual = Answer;
        Server.On("QueryPerf", request => request.Texts("entity").Contains("vm-3")
            ? StubAnswer.Fault("ManagedObjectNotFound", members: """<obj type="VirtualMachine">vm-3</obj>""")
            : usual(request));
        Assert.Equal(9, (await ReadAsync(10, Query)).Read.Count);
    }

    private async Task<(List<PerfEntityMetric> Read, IEnumerable<string> Refusals)> ReadAsync(int machines, PerformanceQuery query)
    {
        await using var session = await Server.ConnectAsync();
        List<PerfEntityMetric> read = [];
        await new PerformanceReader(session).ReadAsync(Machines(machines), query, read.Add, Cancel);
        return (read, session.Refusals.Select(problem => problem.ToString()));
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
