namespace TimerProbe.Server.Tests;

/// <summary>Documents handed in over HTTP.</summary>
public sealed class IntakeTests(SharedNode shared) : IClassFixture<SharedNode>
{
    [Theory]
    [ClassData<Engines>]
    public async Task A_document_is_saved_once_and_then_known(Engine engine)
    {
        await using var fleet = await FleetNode.StartAsync(engine);
        var check = Submission.Check();

        using var first = await fleet.Client.PostAsync(Submission.Path, Submission.Body(Submission.Json(check)), Cancel);
        Assert.Equal(HttpStatusCode.Created, first.StatusCode);
        Assert.Equal($$"""{"id":"{{check.Id}}"}""", await first.Content.ReadAsStringAsync(Cancel));
        Assert.Equal(HttpStatusCode.OK, await fleet.Client.PostAsync(Submission.Json(check)));

        Assert.Equal(check.Id, Assert.Single(await fleet.Place.RunsAsync(1)).DocumentId);
        Assert.Equal(HttpStatusCode.OK, await fleet.Client.PostAsync(Submission.Json(check)));
        Assert.Single(await fleet.Place.RunsAsync(1));
        Assert.Empty(fleet.Node.Complaints);
    }

    [Fact]
    public async Task Many_deliveries_of_one_document_at_once_are_one_document()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Postgres);
        var json = Submission.Json(Submission.Check());

        var answers = await Task.WhenAll(Enumerable.Range(0, 32).Select(_ => fleet.Client.PostAsync(json)));

        Assert.Single(answers, HttpStatusCode.Created);
        Assert.Equal(31, answers.Count(answer => answer == HttpStatusCode.OK));
        Assert.Single(await fleet.Place.RunsAsync(1));
    }

    [Fact]
    public async Task What_is_no_document_is_refused_with_what_is_wrong_and_where_and_the_good_ones_are_served()
    {
        var node = shared.Node;
        using var client = node.Client(node.Token);
        var good = Submission.Json(Submission.Check());
        var watch = SampleWatch.Line("DB01", TimeProvider.System.GetUtcNow(), ClockState.Slow);
        (string Json, string Says)[] wrong =
        [
            ("", "no document of timerprobe"),
            ("{", "no document of timerprobe"),
            ("[]", "it is not a JSON object"),
            ("{}", "it names no schema"),
            ("""{"schema":"timerprobe.check/2"}""", "a later one wrote it"),
            ("""{"schema":"timerprobe.check/1","id":7}""", "$.id"),
            ("""{"schema":"timerprobe.check/1"}""", "'id'"),
            ("""{"schema":"timerprobe.check/1","machine":5}""", "$.machine"),
            ("""{"schema":"timerprobe.check/1","machine":null}""", "machine"),
            ("""{"schema":"timerprobe.watch/1","steps":[5]}""", "$.steps[0]"),
            (good.Replace("\"state\": \"slow\"", "\"state\": \"sluggish\"", StringComparison.Ordinal), "$.verdict.state"),
            ("""{"schema":"timerprobe.history/1"}""", ""),
            (Submission.Json(watch).Replace("\"moves\":[]", "\"moves\":[null]", StringComparison.Ordinal), "a list of it holds a null"),
            (Submission.Json(watch.Moved([.. Enumerable.Range(0, 1_001).Select(second => watch.At.AddSeconds(second))])), "it holds more than 1,000 moves"),
            ("{\"schema\":\"timerprobe.watch/1\",\"id\":\"\\ud800\"}", ""),
            (new string('[', 100_000), ""),
            ($$"""{"schema":"{{new string('x', 900_000)}}"}""", "its schema is " + new string('x', 60) + "..., which this version does not know"),
            (Submission.Json(Submission.Check() with { Clocks = [] }), "it holds no clock (at $.clocks)"),
            (Submission.Json(Submission.Check("")), "(at $.machine.name)"),
            (Submission.Json(Submission.Check("DB\001")), "(at $.machine.name)"),
            (Submission.Json(Submission.Check(new string('x', 4_000))), "(at $.machine.name)"),
            (Submission.Json(Submission.Check().WithUuid(Guid.Empty)), "(at $.machine.smbiosUuid)"),
            (Submission.Json(watch with { Machine = new WatchedMachine("", null) }), "(at $.machine.name)"),
        ];

        foreach (var (json, says) in wrong)
        {
            using var answer = await client.PostAsync(Submission.Path, Submission.Body(json), Cancel);
            Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
            var said = await answer.ProblemAsync();
            Assert.Contains(says, said);
            Assert.DoesNotContain("TimerProbe.", said, StringComparison.Ordinal);
            Assert.InRange(said.Length, 1, 400);
        }

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, await client.PostAsync(new string(' ', 1 << 20) + good));
        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(good));
    }

    [Fact]
    public async Task A_scan_is_saved_by_a_token_of_no_machine()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        var scan = SampleScan.Document with { Id = Guid.CreateVersion7(), StartedAt = TimeProvider.System.GetUtcNow(), Anonymized = false };
        var json = DocumentJson.Write(scan);
        using var client = node.Client(await place.TokenAsync());

        Assert.Equal(HttpStatusCode.BadRequest, await client.PostAsync(DocumentJson.Write(scan with { Anonymized = true })));
        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(new string(' ', IntakeLimits.OfMachine) + json));
        Assert.Equal(HttpStatusCode.OK, await client.PostAsync(json));

        await using var store = await place.OpenAsync();
        Assert.Equal(scan.Id, Assert.Single(await place.RunsAsync(1)).DocumentId);
        Assert.Equal(scan.VCenters.Select(vcenter => vcenter.Server).Order(), (await store.TargetsAsync(Cancel))
            .Select(target => target.Server).Order());
    }

    [Fact]
    public async Task A_result_of_years_ago_is_kept_under_the_time_it_arrived()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite);
        var now = TimeProvider.System.GetUtcNow();
        Assert.Equal(HttpStatusCode.Created, await fleet.HandInAsync(Submission.Check("OLD") with { StartedAt = now.AddYears(-3) }));
        Assert.Equal(HttpStatusCode.Created, await fleet.HandInAsync(Submission.Check("SPOOLED") with { StartedAt = now.AddDays(-40) }));

        var runs = await fleet.Place.RunsAsync(2);

        Assert.True(runs.Single(run => run.Subject == "OLD").StartedAt >= now.AddMinutes(-1));
        Assert.True(runs.Single(run => run.Subject == "SPOOLED").StartedAt < now.AddDays(-39));
    }

    [Fact]
    public async Task A_body_that_has_no_length_or_another_form_is_measured_all_the_same()
    {
        var node = shared.Node;
        using var client = node.Client(node.Token);
        using var endless = new HttpRequestMessage(
            HttpMethod.Post, Submission.Path)
        { Content = Submission.Body(new string(' ', 16 << 20)) };
        endless.Headers.TransferEncodingChunked = true;
        using var text = Submission.Body("{}");
        text.Headers.ContentType = new MediaTypeHeaderValue("text/plain");
        using var packed = Submission.Body("{}");
        packed.Headers.ContentEncoding.Add("gzip");

        using var cut = await client.SendAsync(endless, Cancel);
        using var other = await client.PostAsync(Submission.Path, text, Cancel);
        using var zipped = await client.PostAsync(Submission.Path, packed, Cancel);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, cut.StatusCode);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, other.StatusCode);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, zipped.StatusCode);
    }

    [Theory]
    [InlineData("FFFFFFFF\r\n{}\r\n0\r\n\r\n")]
    [InlineData("2\r\n{}2\r\n{}\r\n0\r\n\r\n")]
    public async Task A_body_whose_chunks_are_framed_oddly_is_a_bad_request(string chunks)
    {
        var node = shared.Node;
        using var client = new TcpClient();
        await client.ConnectAsync(node.Address.Host, node.Address.Port, Cancel);
        var head = $"POST {Submission.Path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {node.Token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        await using var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes(head + chunks), Cancel);
        using var reader = new StreamReader(stream);

        Assert.Equal("HTTP/1.1 400 Bad Request", await reader.ReadLineAsync(Cancel));
        Assert.Empty(node.Complaints);
    }

    [Fact]
    public async Task A_token_of_one_machine_hands_in_documents_of_that_machine_only()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        var own = Submission.Check("DB01");
        using var named = node.Client(await place.TokenAsync("db01"));
        using var known = node.Client(await place.TokenAsync("db01", own.Machine.SmbiosUuid));
        using var another = node.Client(await place.TokenAsync("db01", Guid.NewGuid().ToString()));

        Assert.Equal(HttpStatusCode.Created, await named.PostAsync(Submission.Json(own)));
        Assert.Equal(HttpStatusCode.OK, await known.PostAsync(Submission.Json(own)));
        using var refused = await named.PostAsync(Submission.Path, Submission.Body(Submission.Json(Submission.Check("DB02"))), Cancel);
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.StartsWith("The document is of another machine than the token is for: it is of ", await refused.ProblemAsync(), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Forbidden, await another.PostAsync(Submission.Json(own)));
        using var ofScan = await known.PostAsync(Submission.Path, Submission.Body(DocumentJson.Write(SampleScan.Document)), Cancel);
        Assert.Equal(HttpStatusCode.Forbidden, ofScan.StatusCode);
        Assert.Equal("A scan takes a token that is bound to no machine: this one is for db01.", await ofScan.ProblemAsync());
    }

    [Theory]
    [ClassData<Engines>]
    public async Task A_token_of_one_name_is_bound_to_the_UUID_of_its_first_document(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var everybody = node.Client(node.Token);
        var (own, other) = (Submission.Check("DB01").WithUuid(Guid.NewGuid()), Submission.Check("DB02").WithUuid(Guid.NewGuid()));
        Assert.Equal(HttpStatusCode.Created, await everybody.PostAsync(Submission.Json(other)));
        await place.RunsAsync(1);
        using var named = node.Client(await place.TokenAsync("db01"));

        // Not even the first may be of a machine that is known by another name.
        Assert.Equal(HttpStatusCode.Forbidden,
            await named.PostAsync(Submission.Json(Submission.Check("DB01").WithUuid(Guid.Parse(other.Machine.SmbiosUuid!)))));
        Assert.Equal(HttpStatusCode.Created, await named.PostAsync(Submission.Json(own)));
        Assert.Equal(HttpStatusCode.Forbidden, await named.PostAsync(Submission.Json(Submission.Check("DB01").WithUuid(Guid.NewGuid()))));
        Assert.Equal(HttpStatusCode.Forbidden,
            await named.PostAsync(
                Submission.Json(own with { Id = Guid.CreateVersion7(), Machine = own.Machine with { SmbiosUuid = null } })));
        Assert.Equal(HttpStatusCode.Created,
            await named.PostAsync(Submission.Json(Submission.Check("DB01").WithUuid(Guid.Parse(own.Machine.SmbiosUuid!)))));
        await using var store = await place.OpenAsync();
        var refused = Assert.Single(await store.Audit.ListAsync(new AuditQuery { Action = AuditTrail.DocumentRefused }, Cancel));
        Assert.Contains("by what is for db01", refused.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_guest_that_sends_without_end_is_told_when_to_come_again_and_keeps_no_other_from_being_served()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var loud = node.Client(await place.TokenAsync("DB01"));
        using var other = node.Client(await place.TokenAsync("DB02"));
        var json = Submission.Json(Submission.Check("DB01"));

        var refused = 0;
        for (var i = 0; i < 200; i++)
        {
            using var answer = await loud.PostAsync(Submission.Path, Submission.Body(json), Cancel);
            if (answer.StatusCode == HttpStatusCode.TooManyRequests)
            {
                refused++;
                Assert.True(answer.Headers.RetryAfter!.Delta >= TimeSpan.FromSeconds(1));
            }
        }

        Assert.InRange(refused, 1, 80);
        Assert.Equal(HttpStatusCode.Created, await other.PostAsync(Submission.Json(Submission.Check("DB02").WithUuid(Guid.NewGuid()))));
    }

    [Fact]
    public async Task A_body_that_comes_too_slowly_is_cut_and_others_are_served_meanwhile()
    {
        var node = shared.Node;
        using var client = node.Client(node.Token);
        using var slow = new TcpClient();
        await slow.ConnectAsync(node.Address.Host, node.Address.Port, Cancel);
        await using var stream = slow.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"POST {Submission.Path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {node.Token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{{"), Cancel);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        var dripping = DripAsync(stream, end.Token);

        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(Submission.Json(Submission.Check())));
        using var reader = new StreamReader(stream);
        Assert.Equal("HTTP/1.1 408 Request Timeout", await reader.ReadLineAsync(Cancel));
        await end.CancelAsync();
        await dripping;
    }

    [Fact]
    public async Task What_is_submitted_makes_the_alerts_of_what_it_changed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await File.WriteAllTextAsync(place["config.json"], $$"""{ "alerts": { "command": { "file": "/usr/bin/tee", "arguments": ["-a", "{{place["alerts.txt"]}}"] } } }""", Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", place["config.json"]);
        using var client = node.Client(node.Token);

        await client.PostAsync(Submission.Json(Submission.Check("DB01", ClockState.Healthy)));
        await client.PostAsync(Submission.Json(Submission.Check("DB01", ClockState.Slow)));
        while (!File.Exists(place["alerts.txt"]) || new FileInfo(place["alerts.txt"]).Length == 0)
        {
            await Task.Delay(100, Cancel);
        }

        Assert.Contains("DB01", await File.ReadAllTextAsync(place["alerts.txt"], Cancel));
    }

    private static async Task DripAsync(NetworkStream stream, CancellationToken end)
    {
        try
        {
            while (true)
            {
                await stream.WriteAsync(" "u8.ToArray(), end);
                await Task.Delay(100, end);
            }
        }
        catch (Exception ex) when (ex is IOException or OperationCanceledException)
        {
            // It was cut.
        }
    }
}
