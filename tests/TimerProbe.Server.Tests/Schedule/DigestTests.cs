using MimeKit;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>The report by mail, of real nodes to a mail server.</summary>
public sealed class DigestTests
{
    private const string Hostile = "</td><img src=x onerror=alert(1)>\u202E\r\nBcc: all@example.org";

    private static readonly string[] Others = ["reports@example.org"];
    private static readonly string[] Receivers = ["admin@example.org"];
    private static readonly string[] Headings = ["Summary", "VMs that matter most", "Not known"];

    /// <summary>A scan of one vCenter that was read whole, with machines away and at home: of today, for the first report looks back some days only.</summary>
    private static ScanDocument Scan { get; } = SampleScan.Document with
    {
        StartedAt = TimeProvider.System.GetUtcNow().AddHours(-6),
        VCenters = [SampleScan.Document.VCenters[0]],
        GuestResults = null,
    };

    [Theory]
    [ClassData<Engines>]
    public async Task What_changed_arrives_once_with_the_whole_report_and_what_did_not_change_is_not_told(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var server = SmtpReceiver.Start();
        await Saved.ScanAsync(place, Scan, Later(1, Hostile));
        await using var node = await StartAsync(place, server, "one", new { schedule = "0/2 * * * * ?", to = Others });
        await UntilAsync(node, () => Reports(server).Count == 1);

        var first = Reports(server)[0];
        Assert.Equal("reports@example.org", first.To.Mailboxes.Single().Address);
        Assert.StartsWith("TimerProbe: report of 20", first.Subject, StringComparison.Ordinal);
        Assert.DoesNotContain(first.Headers, header => header.Field == "Bcc");
        Assert.Equal(Headings, first.TextBody!.Split('\n').Select(line => line.Trim()).Where(Headings.Contains));
        Assert.Matches("went away +.*Bcc: all@example.org", first.TextBody);
        Assert.Contains("&lt;/td&gt;&lt;img src=x", first.HtmlBody, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", first.HtmlBody, StringComparison.Ordinal);
        Assert.Contains("The full report is attached.", first.HtmlBody, StringComparison.Ordinal);
        var page = Assert.IsType<TextPart>(Assert.Single(first.Attachments));
        Assert.Matches("^timerprobe-[0-9]{4}-[0-9]{2}-[0-9]{2}[.]html$", page.FileName);
        Assert.Contains("id=\"summary\"", page.Text, StringComparison.Ordinal);
        Assert.Contains("</html>", page.Text, StringComparison.Ordinal);

        await using var store = await place.OpenAsync();
        await PassAsync(store, TimeSpan.FromSeconds(5));
        Assert.Single(Reports(server));

        await Saved.ScanAsync(place, Later(2, "other-name"));
        await UntilAsync(node, () => Reports(server).Count > 1);
        await PassAsync(store, TimeSpan.FromSeconds(5));
        Assert.Equal(2, Reports(server).Count);
        var second = Reports(server)[1];
        Assert.NotEqual(first.MessageId, second.MessageId);
        Assert.DoesNotContain("went away", second.TextBody, StringComparison.Ordinal);
        Assert.Contains("came home", second.TextBody, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_any_scan_nothing_is_said_to_be_known()
    {
        var nothing = new HistoryFrame(TimeWindow.Everything, SampleScan.Start, new ToolInfo("1.0")).About(SubjectKind.Vcenter, "all", server: null);
        var lines = DigestContent.Create(FleetView.Empty, nothing, SampleScan.Start).SelectMany(section => section.Lines).ToList();
        Assert.Equal("NONE: no scan is in the store yet.", lines[0]);
        Assert.DoesNotContain(lines, line => line.Contains("was powered on is known", StringComparison.Ordinal));
    }

    [Fact]
    public async Task One_that_cannot_be_read_any_more_keeps_no_later_one_and_no_node_from_its_work()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var server = SmtpReceiver.Start();
        await Saved.ScanAsync(place, Scan);
        await using var store = await place.OpenAsync();
        await store.Alerts.AddAsync([new("bad", "digest", "digest", "1 vCenter", "null"), new("bad", "mail", "kindOfNextYear", "VM1", "null")], Cancel);
        await using var node = await StartAsync(place, server, "one", new { schedule = "0/2 * * * * ?", whenUnchanged = true });
        await UntilAsync(node, () => Reports(server).Count >= 1);

        using var anybody = node.Client(token: null);
        Assert.Equal("ok\n", await anybody.GetStringAsync("/healthz", Cancel));
        Assert.Equal(0, await node.StopAsync());
    }

    [Fact]
    public async Task One_that_was_begun_as_the_clock_was_set_back_by_an_hour_keeps_none_of_that_hour_from_its_time()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var server = SmtpReceiver.Start();
        await Saved.ScanAsync(place, Scan);
        await using var store = await place.OpenAsync();
        var now = TimeProvider.System.GetUtcNow();
        var ahead = new MailReport { Title = "1 vCenter", DueAt = now.AddHours(1), At = now, LastChange = 0, Sections = [] };
        await store.Alerts.AddAsync([new("ahead", "digest", "digest", "1 vCenter", ahead.Write())], Cancel);
        await using var node = await StartAsync(place, server, "one", new { schedule = "0/2 * * * * ?", whenUnchanged = true });
        await UntilAsync(node, () => Reports(server).Count >= 3);
    }

    [Fact]
    public async Task One_that_is_wanted_also_when_nothing_changed_says_so_and_a_summary_has_a_link_and_nothing_attached()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var server = SmtpReceiver.Start();
        await Saved.ScanAsync(place, Scan);
        await using var node = await StartAsync(place, server, "one", new { schedule = "0/2 * * * * ?", detail = "summary", whenUnchanged = true }, "https://timerprobe.example.org/");
        await UntilAsync(node, () => Reports(server).Count >= 2);

        var report = Reports(server)[1];
        Assert.Equal("admin@example.org", report.To.Mailboxes.Single().Address);
        Assert.Contains("Nothing.", report.TextBody, StringComparison.Ordinal);
        Assert.Contains("Current state: https://timerprobe.example.org/", report.TextBody, StringComparison.Ordinal);
        Assert.Empty(report.Attachments);
        using var client = node.Client(node.Token);
        Assert.DoesNotContain("report by mail", await client.GetStringAsync("/alerts", Cancel), StringComparison.Ordinal);
        Assert.Contains("report by mail", await client.GetStringAsync("/alerts?all=true", Cancel), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_nodes_send_each_report_once_and_when_one_is_killed_the_other_goes_on()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var server = SmtpReceiver.Start();
        await Saved.ScanAsync(place, Scan);
        var digest = new { schedule = "0/2 * * * * ?", whenUnchanged = true };
        await using var first = await ServerProcess.StartAsync(place.Text, "--config", Configure(place, server, "first", digest));
        await using var second = await StartAsync(place, server, "second", digest);
        await UntilAsync(first, () => Reports(server).Count >= 6);
        await first.KillAsync();
        var before = Reports(server).Count;
        await UntilAsync(second, () => Reports(server).Count >= before + 3);
        await second.StopAsync();

        await using var store = await place.OpenAsync();
        var kept = (await store.Alerts.ListAsync(1_000, Cancel)).Where(alert => alert.Kind == "digest").ToList();
        var dues = kept.Select(alert => JsonDocument.Parse(alert.Payload).RootElement.GetProperty("dueAt").GetDateTimeOffset()).ToList();
        Assert.Equal(dues.Count, dues.Distinct().Count());
        // What was on its way when its node was killed may come twice, under one Message-ID.
        var ids = Reports(server).Select(report => report.MessageId!).ToList();
        Assert.InRange(ids.Count - ids.Distinct().Count(), 0, 1);
        Assert.Subset(kept.Select(alert => alert.Id + "@example.org").ToHashSet(), ids.ToHashSet());
    }

    [Fact]
    public async Task A_mail_server_that_takes_none_is_told_of_once_on_the_page_and_in_the_log_and_gets_the_same_report_later()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var server = SmtpReceiver.Start("451");
        await Saved.ScanAsync(place, Scan, Later(1, "away1"));
        await using var node = await StartAsync(place, server, "one", new { schedule = "0/2 * * * * ?" });
        await UntilAsync(node, () => node.Complaints.Any(line => line.Contains("alerts for digest were not delivered: the server refused the mail: 451 not now", StringComparison.Ordinal)));
        using (var client = node.Client(node.Token))
        {
            Assert.Contains("digest: pending, the server refused the mail: 451 not now", await client.GetStringAsync("/alerts", Cancel), StringComparison.Ordinal);
        }

        await place.PassAsync(TimeSpan.FromMinutes(2));
        await Saved.ScanAsync(place, Later(2, "away2"));
        await UntilAsync(node,
            () => server.Mails.Count(mail => mail.IsTaken && mail.Read().Subject!.Contains("report of", StringComparison.Ordinal)) == 2);
        await UntilAsync(node, () => node.Complaints.Any(line => line.Contains("over: alerts are delivered again", StringComparison.Ordinal)));

        Assert.Single(node.Complaints, line => line.Contains("not delivered", StringComparison.Ordinal));
        var refused = server.Mails.First(mail => !mail.IsTaken);
        var again = Assert.Single(server.Mails, mail => mail.IsTaken && mail.MessageId == refused.MessageId);
        Assert.Equal(refused.Read().TextBody, again.Read().TextBody);
    }

    /// <summary>The same fleet some hours later: a machine that was at home is away, in the second hour again at home.</summary>
    private static ScanDocument Later(int hours, string name)
    {
        var vcenter = Scan.VCenters[0];
        var machine = vcenter.VirtualMachines.First(item => item.Placement == Placement.Home);
        var placement = hours % 2 == 1 ? Placement.Away : Placement.Home;
        var moved = machine with { Name = name, ClockExpectation = ClockExpectation.ExpectedSlow, Placement = placement };
        return Scan with
        {
            Id = Guid.NewGuid(),
            StartedAt = Scan.StartedAt.AddHours(hours),
            VCenters = [vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(item => item == machine ? moved : item)] }],
        };
    }

    private static Task<ServerNode> StartAsync(TestStore place, SmtpReceiver server, string name, object digest, string? address = null) =>
        ServerNode.StartAsync(place.Text, "--config", Configure(place, server, name, digest, address));

    private static string Configure(TestStore place, SmtpReceiver server, string name, object digest, string? address = null)
    {
        var file = place[$"{name}.json"];
        File.WriteAllText(file, JsonSerializer.Serialize(new
        {
            server = address is null ? (object)new { node = name } : new { node = name, publicAddress = address },
            alerts = new { mail = new { host = "127.0.0.1", port = server.Port, security = "none", from = "timerprobe@example.org", to = Receivers, digest } },
        }));
        return file;
    }

    private static List<MimeMessage> Reports(SmtpReceiver server) =>
        [.. server.Mails.Where(mail => mail.IsTaken).Select(mail => mail.Read())
            .Where(mail => mail.Subject!.Contains("report of", StringComparison.Ordinal))];

    private static Task<TimeSpan> UntilAsync(ServerNode node, Func<bool> isTrue) =>
        Until.Async(() => Task.FromResult(isTrue()), () => string.Join('\n', node.Complaints));

    /// <summary>Waits until reports were due since, by the store's clock.</summary>
    private static async Task PassAsync(FleetStore store, TimeSpan time)
    {
        var start = (await store.ReadClockAsync(Cancel)).Store;
        await Until.Async(async () => (await store.ReadClockAsync(Cancel)).Store > start + time, () => "the clock stands still");
    }
}
