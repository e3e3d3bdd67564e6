using Microsoft.Extensions.Time.Testing;

namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class StatisticsReadingTests : StubServerTest
{
    private const double Slow = 2_394.0;
    private const double Fast = 2_593.905;

    private static readonly DateTimeOffset Now = new(2026, 11, 20, 10, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(0.5, 300)]
    [InlineData(3, 1_800)]
    [InlineData(20, 7_200)]
    [InlineData(200, 86_400)]
    public async Task The_finest_periods_kept_of_the_power_on_are_asked_for(double daysOn, int period)
    {
        var on = Now.AddDays(-daysOn);
        new StubStatistics(Server).Add("vm-1", 4, 0.2, at => at < Now.AddHours(-1) ? Slow : Fast);
        var (reading, homes) = await HomesAsync([Machine("vm-1", 4, on)]);
        var evidence = homes["vm-1"].Evidence!;
        Assert.Equal((2_394_000_000, 2_394_000_000), (evidence.LowHz.Hertz, evidence.HighHz.Hertz));
        Assert.InRange(evidence.At!.Value, on, on.AddSeconds(period));
        var query = Assert.Single(Server.Requests, request => request.Method == "QueryPerf");
        Assert.Equal(period.ToString(), query.Text("intervalId"));
        Assert.Null(query.Text("maxSample"));
        Assert.Equal(on, (DateTimeOffset)query.Call.Descendants(StubRequest.Vim + "startTime").Single());
        Assert.Empty(reading.Problems);
        var step = Assert.Single(reading.Steps);
        Assert.Equal(("statistics", 4), (step.Name, step.Requests));
    }

    [Fact]
    public async Task An_idle_machine_is_asked_for_in_coarser_periods_and_the_others_are_not()
    {
        var statistics = new StubStatistics(Server);
        var busyFrom = Now.AddHours(-20);
        foreach (var i in Enumerable.Range(1, 40))
        {
            statistics.Add($"vm-{i}", 4, 0.2, _ => Slow);
        }

        statistics.Add("vm-41", 4, 0.0009, _ => Slow);
        var (reading, homes) = await HomesAsync([.. Enumerable.Range(1, 41).Select(i => Machine($"vm-{i}", 4, busyFrom))]);
        Assert.Equal(40, homes.Values.Count(home => home.Evidence is not null));
        Assert.Equal(StatisticsGap.TooWide, homes["vm-41"].Gap);
        // 32 machines of two counters make a request of 64; the idle one is asked for alone in 30 minutes and in 2 hours.
        var queries = Server.Requests.Where(request => request.Method == "QueryPerf").ToList();
        Assert.Equal([32, 9, 1, 1], queries.Select(query => query.Texts("entity").Count).OrderDescending());
        Assert.Empty(reading.Problems);
    }

    [Fact]
    public async Task A_machine_without_samples_of_its_power_on_when_others_have_some_was_not_here_then()
    {
        var statistics = new StubStatistics(Server);
        statistics.Add("vm-1", 4, 0.2, _ => Slow);
        statistics.Add("vm-2", 4, 0.2, at => at < Now.AddDays(-40) ? 0 : Slow);
        var (_, homes) = await HomesAsync([Machine("vm-1", 4, Now.AddDays(-200)), Machine("vm-2", 4, Now.AddDays(-200)), Machine("vm-3", 4, Now.AddDays(-200))]);
        Assert.NotNull(homes["vm-1"].Evidence);
        Assert.Equal((StatisticsGap.Arrived, StatisticsGap.NoSamples), (homes["vm-2"].Gap, homes["vm-3"].Gap));
    }

    [Theory]
    [InlineData(64, 63)]
    [InlineData(256, 16)]
    public async Task All_periods_of_as_many_machines_as_the_server_takes_are_one_request(int mostMetrics, int requests)
    {
        var statistics = new StubStatistics(Server) { MostMetrics = mostMetrics };
        List<VirtualMachineFacts> machines = [.. Enumerable.Range(1, 1_000).Select(i => Machine($"vm-{i}", 4, null))];
        machines.Take(500).ToList().ForEach(machine => statistics.Add(machine.Id, 4, 0.2, at => at < Now.AddDays(-3) ? Slow : Fast));
        await using var session = await ConnectAsync();
        var reading = Reading(session);
        await reading.ReadHomesAsync([Machine("vm-1", 4, Now.AddHours(-20))], Cancel);
        var before = Server.Requests.Count;
        var stretches = await reading.ReadStretchesAsync(machines, Cancel);
        Assert.Equal(500, stretches.Count);
        Assert.All(stretches.Values, its => Assert.Equal(2, its.Count));
        // What the server keeps was read with the homes.
        Assert.Equal(requests, Server.Requests.Count - before);
        Assert.Equal(requests, reading.Steps[^1].Requests);
        Assert.Equal(2, Server.MostInFlight);
        Assert.All(Server.Requests.Skip(before), request => Assert.InRange(request.Texts("metricId").Count, 1, mostMetrics));
    }

    [Theory]
    [InlineData("InvalidArgument", "A specified parameter was not correct: querySpec.interval")]
    [InlineData("SystemError", "it failed")]
    public async Task One_machine_that_is_refused_takes_no_other_with_it(string fault, string message)
    {
        var statistics = new StubStatistics(Server);
        List<VirtualMachineFacts> machines = [.. Enumerable.Range(1, 32)
            .Select(i => Machine($"vm-{i}", 4, Now.AddHours(-20)) with { Name = $"VM {i}" })];
        machines.ForEach(machine => statistics.Add(machine.Id, 4, 0.2, _ => Slow));
        var usual = Server.Answer("QueryPerf");
        Server.On("QueryPerf", request => request.Texts("entity").Contains("vm-7") ? StubAnswer.Fault(fault, message) : usual(request));
        var (reading, homes) = await HomesAsync(machines);
        Assert.Equal(31, homes.Values.Count(home => home.Evidence is not null));
        Assert.Equal([$"CPU statistics of VM 7 could not be read: {Server.Address} failed QueryPerf: {message} ({fault})"], reading.Problems.Select(problem => problem.Text));
    }

    [Fact]
    public async Task A_limit_lower_than_known_is_found()
    {
        var statistics = new StubStatistics(Server);
        List<VirtualMachineFacts> machines = [.. Enumerable.Range(1, 200).Select(i => Machine($"vm-{i}", 4, Now.AddHours(-20)))];
        machines.ForEach(machine => statistics.Add(machine.Id, 4, 0.2, _ => Slow));
        var usual = Server.Answer("QueryPerf");
        Server.On("QueryPerf", request => request.Texts("entity").Count > 10 ? StubAnswer.Fault("RestrictedByAdministrator") : usual(request));
        var (reading, homes) = await HomesAsync(machines);
        Assert.Equal(200, homes.Values.Count(home => home.Evidence is not null));
        Assert.Empty(reading.Problems);
        Assert.InRange(Server.Count("QueryPerf"), 25, 32);
    }

    [Fact]
    public async Task Statistics_that_fail_for_everybody_are_given_up_soon()
    {
        _ = new StubStatistics(Server);
        Server.On("QueryPerf", _ => StubAnswer.Fault("SystemError", "database is down"));
        var (reading, homes) = await HomesAsync([.. Enumerable.Range(1, 2_000).Select(i => Machine($"vm-{i}", 4, Now.AddHours(-20)))]);
        Assert.Empty(homes);
        Assert.EndsWith("database is down (SystemError)", Assert.Single(reading.Problems).Text, StringComparison.Ordinal);
        Assert.InRange(Server.Count("QueryPerf"), 1, 60);
    }

    [Fact]
    public async Task The_order_of_answers_decides_nothing()
    {
        var statistics = new StubStatistics(Server);
        foreach (var i in Enumerable.Range(1, 64))
        {
            statistics.Add($"vm-{i}", 4, 0.2, _ => Slow);
        }

        // Too idle to tell its frequency until the others have told that this server cuts once.
        statistics.Add("idle", 4, 0.003, _ => Slow);
        List<VirtualMachineFacts> machines = [.. Enumerable.Range(1, 64)
            .Select(i => Machine($"vm-{i}", 4, Now.AddHours(-60))), Machine("idle", 4, Now.AddHours(-60))];
        var (_, last) = await HomesAsync(machines);
        machines.Reverse();
        var (_, first) = await HomesAsync(machines);
        Assert.NotNull(last["idle"].Evidence);
        Assert.Equal(last.OrderBy(home => home.Key, StringComparer.Ordinal), first.OrderBy(home => home.Key, StringComparer.Ordinal));
    }

    [Fact]
    public async Task Without_a_machine_to_ask_for_nothing_is_sent()
    {
        await using var session = await Server.ConnectAsync();
        var before = session.Total.Requests;
        var reading = Reading(session);
        Assert.Empty(await reading.ReadHomesAsync([], Cancel));
        var unasked = await reading.ReadHomesAsync([Machine("vm-1", null, Now), Machine("vm-2", 4, null)], Cancel);
        Assert.Equal([StatisticsGap.Unknown, StatisticsGap.NoSamples], unasked.OrderBy(home => home.Key, StringComparer.Ordinal)
            .Select(home => home.Value.Gap!.Value));
        Assert.Empty(await reading.ReadStretchesAsync([], Cancel));
        Assert.Equal(before, session.Total.Requests);
        Assert.Empty(reading.Steps);
        Assert.Empty(reading.Problems);
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task Either_form_of_an_answer_and_a_server_that_does_not_tell_its_periods_will_do(bool isNormal, bool tellsPeriods)
    {
        var statistics = new StubStatistics(Server) { IsNormal = isNormal };
        statistics.KeptPeriods = tellsPeriods ? statistics.KeptPeriods : null;
        statistics.Add("vm-1", 2, 0.3, _ => Fast);
        var (_, homes) = await HomesAsync([Machine("vm-1", 2, Now.AddDays(-2))]);
        Assert.Equal(2_593_905_000, homes["vm-1"].Evidence?.LowHz.Hertz);
    }

    [Fact]
    public async Task Stretches_are_read_as_far_back_as_statistics_are_kept()
    {
        var moved = Now.AddDays(-100).AddHours(-4);
        var back = Now.AddHours(-5);
        new StubStatistics(Server).Add("vm-1", 4, 0.2, at => at < moved || at >= back ? Slow : Fast);
        await using var session = await ConnectAsync();
        var reading = Reading(session);
        var stretches = (await reading.ReadStretchesAsync([Machine("vm-1", 4, null), Machine("vm-2", 4, null)], Cancel))["vm-1"];
        Assert.Equal([2_394_000_000, 2_593_905_000, 2_394_000_000], stretches.Select(stretch => stretch.Hz.Hertz));
        Assert.InRange(stretches[1].From, moved.AddDays(-1), moved.AddDays(2));
        Assert.InRange(stretches[2].From, back.AddMinutes(-5), back.AddMinutes(5));
        Assert.Null(stretches[2].To);
        Assert.Equal(1, Server.Count("QueryPerf"));
        Assert.Empty(reading.Problems);
    }

    [Theory]
    [InlineData("off", null)]
    [InlineData("level", null)]
    [InlineData("counter", null)]
    [InlineData("empty", null)]
    [InlineData("rights", "CPU statistics could not be read: ")]
    public async Task A_server_without_statistics_is_no_problem_and_one_that_refuses_them_is_one(string gap, string? problem)
    {
        var statistics = new StubStatistics(Server);
        switch (gap)
        {
            case "off": statistics.KeptPeriods = StubStatistics.Kept(300, 1, enabled: "false"); break;
            case "level": statistics.KeptPeriods = StubStatistics.Kept(300, 1, level: 0); break;
            case "counter": statistics.Counters = StubStatistics.Counter(StubStatistics.Usage, "usage"); break;
            case "rights":
                Server.On("QueryPerf", _ => StubAnswer.Fault("NoPermission", members: "<privilegeId>System.Read</privilegeId>"));
                break;
        }

        var (reading, homes) = await HomesAsync([.. Enumerable.Range(1, 100).Select(i => Machine($"vm-{i}", 4, Now.AddDays(-2)))]);
        Assert.Equal(problem is null ? [] : [problem], reading.Problems.Select(item => item.Text?[..problem!.Length]));
        Assert.Equal(problem is null ? 100 : 0, homes.Values.Count(home => home.Gap == StatisticsGap.NoSamples));
    }

    [Fact]
    public async Task What_was_read_by_the_deadline_is_kept()
    {
        var statistics = new StubStatistics(Server);
        statistics.Add("vm-1", 4, 0.2, _ => Slow);
        statistics.Add("vm-2", 4, 0.2, _ => Slow);
        using var deadline = new CancellationTokenSource();
        var usual = Server.Answer("QueryPerf");
        Server.On("QueryPerf", request => request.Text("intervalId") == "300" ? usual(request) : StubAnswer.Never(deadline.Cancel));
        await using var session = await ConnectAsync();
        var reading = Reading(session, deadline);
        var homes = await reading.ReadHomesAsync([Machine("vm-1", 4, Now.AddHours(-9)), Machine("vm-2", 4, Now.AddDays(-2))], Cancel);
        Assert.NotNull(Assert.Single(homes).Value.Evidence);
        Assert.Equal("CPU statistics were not read within the time limit", Assert.Single(reading.Problems).Text);
        Assert.Single(reading.Steps);
    }

    [Theory]
    [InlineData("<sampleInfoCSV>300,nonsense,300,2026-11-20T09:00:00Z,9</sampleInfoCSV>")]
    [InlineData("<sampleInfoCSV>-1,2026-11-20T08:55:00Z,99999999999,2026-11-20T09:00:00Z</sampleInfoCSV>")]
    [InlineData("<sampleInfo/><sampleInfo><interval>300</interval></sampleInfo>")]
    [InlineData("")]
    public async Task Times_that_cannot_be_are_left_out(string times)
    {
        _ = new StubStatistics(Server);
        Server.On("QueryPerf", _ => StubAnswer.Xml($"""
            <returnval><entity type="VirtualMachine">vm-1</entity>{times}<value><id><counterId>2</counterId><instance/></id><value>2000,2000,2000,2000</value></value>
            <value><id><counterId>6</counterId><instance/></id><value>1915,1915,1915</value></value></returnval>
            """));
        var (_, homes) = await HomesAsync([Machine("vm-1", 4, Now.AddHours(-9))]);
        Assert.Null(homes["vm-1"].Evidence);
    }

    [Fact]
    public async Task What_was_not_asked_for_and_what_is_too_much_is_dropped_as_it_is_read()
    {
        _ = new StubStatistics(Server);
        var (on, most) = (Now.AddHours(-20), StatisticsReader.PeriodsOfHome + 1 + 2);
        // Times around the window, and then one of its times for ever; all of it twice.
        var times = Enumerable.Range(0, 1_000).Select(i => Now.AddDays(-3).AddSeconds(300 * i)).Concat(Enumerable.Repeat(on.AddHours(1), 20_000)).ToList();
        var metric = $"""<returnval><entity type="VirtualMachine">vm-1</entity><sampleInfoCSV>{string.Join(',', times.Select(time => $"300,{time:yyyy-MM-dd'T'HH:mm:ss'Z'}"))}</sampleInfoCSV>{string.Concat(new[] { StubStatistics.Usage, StubStatistics.UsageMhz }.Select(counter => $"<value><id><counterId>{counter}</counterId><instance/></id><value>{string.Join(',', Enumerable.Repeat("2000", times.Count))}</value></value>"))}</returnval>""";
        Server.On("QueryPerf", _ => StubAnswer.Xml(metric + metric));
        await using var session = await ConnectAsync();
        var reader = await StatisticsReader.OpenAsync(session, new RequestMeter(), Cancel);
        var samples = new List<CpuSample>();

        await reader!.ReadHomesAsync(reader.Periods[0], [new("vm-1", on)], (_, its) => samples.AddRange(its), Cancel);

        Assert.Equal(most, samples.Count);
        Assert.All(samples, sample => Assert.InRange(sample.To, on, on.AddSeconds((StatisticsReader.PeriodsOfHome + 2) * 300)));
    }

    [Theory]
    [InlineData(1_000, 0)]
    [InlineData(1_001, 1)]
    public async Task Hosts_of_too_many_frequencies_are_told_apart_by_no_statistics_and_that_is_said(int classes, int problems)
    {
        new StubStatistics(Server).Add("vm-1", 4, 0.2, _ => Slow);
        await using var session = await ConnectAsync();
        var hosts = Enumerable.Range(0, classes).Select(i => Host($"esx{i}", 1_000 * Math.Pow(1.001, i)));
        var reading = new StatisticsReading(session, new FrequencyRules(FrequencyRules.DefaultTolerance), hosts, CancellationToken.None);

        await reading.ReadHomesAsync([Machine("vm-1", 4, Now.AddHours(-20))], Cancel);

        Assert.Equal(problems, reading.Problems.Count);
        Assert.Equal(problems == 0, Server.Requests.Any(request => request.Method == "QueryPerf"));
    }

    [Fact]
    public async Task A_rate_that_no_clock_has_is_no_home()
    {
        new StubStatistics(Server).Add("vm-1", 4, 0.2, _ => 9_490_000_000);
        var (_, homes) = await HomesAsync([Machine("vm-1", 4, Now.AddHours(-20))]);
        Assert.Null(homes["vm-1"].Evidence);
    }

    private async Task<(StatisticsReading Reading, IReadOnlyDictionary<string, StatisticsHome> Homes)> HomesAsync(IReadOnlyList<VirtualMachineFacts> machines)
    {
        await using var session = await ConnectAsync();
        var reading = Reading(session);
        return (reading, await reading.ReadHomesAsync(machines, Cancel));
    }

    private static StatisticsReading Reading(VSphereSession session, CancellationTokenSource? deadline = null) =>
        new(session, new FrequencyRules(FrequencyRules.DefaultTolerance),
            [Host("esx01", Slow), Host("esx02", Fast), Host("esx03", 3_100)], deadline?.Token ?? CancellationToken.None);

    private static VirtualMachineFacts Machine(string id, int? processors, DateTimeOffset? poweredOn) =>
        new() { Id = id, Name = id, Placement = Placement.Unknown, ProcessorCount = processors, BootTime = poweredOn };

    private static HostFacts Host(string name, double mhz) => new() { Name = name, Id = name, Hz = Frequency.FromMegahertz(mhz) };

    private Task<VSphereSession> ConnectAsync() =>
        Server.ConnectAsync(Server.Options with { TimeProvider = new FakeTimeProvider(Now), RetryDelay = TimeSpan.Zero });
}
