using System.IO.Compression;

namespace TimerProbe.VSphere.Tests;

/// <summary>A server that means harm, or is broken in ways that look like it.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class HostileServerTests : StubServerTest
{
    [Theory]
    [InlineData("a long chunk extension")]
    [InlineData("a chunk that is cut")]
    [InlineData("a chunk size that is none")]
    [InlineData("a packing that is none")]
    public async Task A_body_that_breaks_while_it_is_read_ended_too_early(string kind)
    {
        var body = Encoding.UTF8.GetBytes(StubAnswer.Envelope("RetrieveServiceContent", StubContent.ServiceContent() + new string(' ', 200_000)));
        const string chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
        byte[] answer = kind switch
        {
            "a long chunk extension" => [.. Encoding.Latin1.GetBytes(chunked + $"400;x={new string('x', 100_000)}\r\n"), .. body[..0x400], .. "\r\n0\r\n\r\n"u8],
            "a chunk that is cut" => [.. Encoding.Latin1.GetBytes(chunked + "20000\r\n"), .. body[..0x10000]],
            "a chunk size that is none" => [.. Encoding.Latin1.GetBytes(chunked + "400\r\n"), .. body[..0x400], .. "\r\nZZZ\r\n"u8],
            _ => RawHttpsServer.Plain(body, headers: "Content-Encoding: gzip\r\n"),
        };
        await using var server = await RawHttpsServer.StartAsync(StubCertificates.Loopback, async (_, output, cancellationToken) =>
        {
            await output.WriteAsync(answer, cancellationToken);
            return TimeSpan.Zero;
        });
        var error = await Assert.ThrowsAsync<VSphereException>(() => ConnectAsync(server));
        Assert.Equal(VSphereErrorKind.CutAnswer, error.Kind);
        Assert.EndsWith("to RetrieveServiceContent ended too early", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<![CDATA[", '<')]
    [InlineData("<!--", '<')]
    [InlineData("<?pi ", '<')]
    [InlineData("", '>')]
    [InlineData("", ' ')]
    public async Task A_small_answer_that_unpacks_to_a_flood_is_refused_in_bounded_memory(string opening, char filling)
    {
        var packed = Packed(StubAnswer.Envelope("CurrentTime", "<returnval>" + opening).Split("</returnval>")[0].Replace("</CurrentTimeResponse></soapenv:Body></soapenv:Envelope>", "", StringComparison.Ordinal), filling, 100 << 20);
        Assert.InRange(packed.Length, 1, 256 << 10);
        Server.On("CurrentTime", _ => new StubAnswer(async (context, _) =>
        {
            context.Response.Headers.ContentEncoding = "gzip";
            await context.Response.Body.WriteAsync(packed, context.RequestAborted);
        }));
        await using var session = await Server.ConnectAsync();
        var before = GC.GetTotalAllocatedBytes(precise: true);
        var error = await Assert.ThrowsAsync<VSphereException>(() => session.AskTimeAsync(Cancel));
        Assert.Equal(VSphereErrorKind.AnswerTooLarge, error.Kind);
        Assert.Contains("a piece of more than 2,097,152 bytes", error.Message, StringComparison.Ordinal);
        Assert.InRange(session.Total.BytesReceived, 1, 4 << 20);
        // All that was ever allocated, garbage and the server's part included.
        Assert.InRange(GC.GetTotalAllocatedBytes(precise: true) - before, 1, 60 << 20);
    }

    [Fact]
    public async Task An_answer_that_unpacks_to_nothing_for_ever_ends_in_time()
    {
        // A member of gzip that holds nothing.
        byte[] empty = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        Server.On("CurrentTime", _ => new StubAnswer(async (context, _) =>
        {
            context.Response.Headers.ContentEncoding = "gzip";
            var block = Enumerable.Repeat(empty, 2_000).SelectMany(one => one).ToArray();
            while (!context.RequestAborted.IsCancellationRequested)
            {
                await context.Response.Body.WriteAsync(block, context.RequestAborted);
            }
        }));
        await using var session = await Server.ConnectAsync(Server.Options with { RequestTimeout = TimeSpan.FromMilliseconds(500) });
        var error = await Assert.ThrowsAsync<VSphereException>(() => session.AskTimeAsync(Cancel));
        Assert.Equal(VSphereErrorKind.Timeout, error.Kind);
    }

    [Fact]
    public async Task A_packing_that_was_not_asked_for_is_refused()
    {
        Server.On("CurrentTime", _ => new StubAnswer((context, _) =>
        {
            context.Response.Headers.ContentEncoding = "br";
            return context.Response.Body.WriteAsync("x"u8.ToArray()).AsTask();
        }));
        var error = await FailAsync();
        Assert.Equal(VSphereErrorKind.BadAnswer, error.Kind);
    }

    [Fact]
    public async Task An_answer_that_was_packed_as_asked_is_read()
    {
        var body = StubAnswer.Envelope("CurrentTime", "<returnval>2026-11-21T03:00:00Z</returnval>");
        Server.On("CurrentTime", _ => new StubAnswer(async (context, _) =>
        {
            Assert.Equal("gzip, deflate", context.Request.Headers.AcceptEncoding.ToString());
            context.Response.Headers.ContentEncoding = "gzip";
            await context.Response.Body.WriteAsync(Packed(body, 'x', 0), context.RequestAborted);
        }));
        await using var session = await Server.ConnectAsync();
        Assert.Equal("2026-11-21T03:00:00Z", await session.AskTimeAsync(Cancel));
    }

    /// <summary>Each is read twice; the page after the one that repeats is on its way by then.</summary>
    [Theory]
    [InlineData("again", "again", "new", 2)]
    [InlineData("first", "new", "vm-0", 4)]
    [InlineData("first", "new", null, 8)]
    public async Task Pages_that_bring_nothing_new_end_the_reading(string first, string next, string? machine, int pages)
    {
        _ = new StubFleet(Server).WithMachines(1);
        Server.On("ContinueRetrievePropertiesEx", request =>
        {
            var token = next == "new" ? request.Turn.ToString() : next;
            var id = machine == "new" ? $"vm-{request.Turn + 100}" : machine;
            return StubAnswer.Xml($"""<returnval><token>{token}</token>{(id is null ? "" : $"""<objects><obj type="VirtualMachine">{id}</obj></objects>""")}</returnval>""");
        });
        Server.On("RetrievePropertiesEx", Paged(Server, first));
        await using var session = await Server.ConnectAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => ReadMachinesAsync(session));
        Assert.Contains("its pages bring nothing new, and say that there are more", error.Message, StringComparison.Ordinal);
        Assert.Equal(pages, Server.Count("ContinueRetrievePropertiesEx"));
    }

    [Fact]
    public async Task Endless_objects_are_refused()
    {
        _ = new StubFleet(Server).WithMachines(1);
        Server.On("ContinueRetrievePropertiesEx", request => StubAnswer.Xml($"""<returnval><token>{request.Turn}</token><objects><obj type="VirtualMachine">vm-{request.Turn + 100}</obj></objects></returnval>"""));
        Server.On("RetrievePropertiesEx", Paged(Server, "first"));
        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { Objects = 50 } });
        var error = await Assert.ThrowsAsync<VSphereException>(() => ReadMachinesAsync(session));
        Assert.Equal(VSphereErrorKind.AnswerTooLarge, error.Kind);
        Assert.EndsWith("it has more objects than the 50 that are read of one kind", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_of_events_that_comes_again_ends_the_reading()
    {
        _ = new StubFleet(Server);
        Server.On("ReadNextEvents", _ => StubAnswer.Xml(Event(7)));
        await using var session = await Server.ConnectAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => new EventReader(session).ReadAsync(["VmPoweredOnEvent"], from: null, _ => { }, Cancel));
        Assert.Contains("its pages of events bring nothing new", error.Message, StringComparison.Ordinal);
        Assert.Equal(4, Server.Count("ReadNextEvents"));
    }

    [Fact]
    public async Task Endless_new_events_are_refused()
    {
        _ = new StubFleet(Server);
        Server.On("ReadNextEvents", request => StubAnswer.Xml(string.Concat(Enumerable.Range(request.Turn * 10, 10).Select(Event))));
        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { Events = 100 } });
        var error = await Assert.ThrowsAsync<VSphereException>(() => new EventReader(session).ReadAsync(["VmPoweredOnEvent"], from: null, _ => { }, Cancel));
        Assert.Equal(VSphereErrorKind.AnswerTooLarge, error.Kind);
        Assert.Equal(11, Server.Count("ReadNextEvents"));
    }

    [Theory]
    [InlineData("machine", 20)]
    [InlineData("host", 20)]
    [InlineData("account", 20)]
    [InlineData("none", 26)]
    public async Task Events_that_name_ever_others_are_refused_before_they_fill_memory(string others, int pages)
    {
        _ = new StubFleet(Server).WithCluster(2);
        Server.On("ReadNextEvents", request => StubAnswer.Xml(string.Concat(Enumerable.Range(request.Turn * 10, 10).Select(Moved))));
        // A name of eight characters counts 24.
        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { EventNames = 200 * 24, Events = 250 } });

        var read = await new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel);

        var problem = Assert.Single(read.VCenter.Problems, item => item.StartsWith("events could not be read", StringComparison.Ordinal));
        Assert.Contains(others == "none" ? "more events than the 250 that are read" : "names of machines, hosts and accounts in its events that come to more than 4,800 characters", problem, StringComparison.Ordinal);
        Assert.Equal(pages, Server.Count("ReadNextEvents"));

        string Moved(int key) => $"""
            <returnval xsi:type="VmMigratedEvent"><key>{key}</key><chainId>1</chainId><createdTime>2026-11-01T00:00:00Z</createdTime><userName>{Name("account")}</userName>
              <host><name>h</name><host type="HostSystem">{Name("host")}</host></host><vm><name>v</name><vm type="VirtualMachine">{Name("machine")}</vm></vm></returnval>
            """.Replace("#", key.ToString("D8", System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);

        string Name(string what) => what == others ? "#" : what;
    }

    [Fact]
    public void A_million_keys_of_events_are_told_apart_in_sixteen_thousand_words()
    {
        var keys = new KeySet();
        foreach (var key in Enumerable.Range(int.MaxValue - 1_000_000, 1_000_000).Append(0).Append(-1).Append(int.MinValue))
        {
            Assert.False(keys.Contains(key));
            Assert.True(keys.Add(key));
            Assert.False(keys.Add(key));
            Assert.True(keys.Contains(key));
        }

        Assert.InRange(keys.Words, 15_625, 15_630);
    }

    [Fact]
    public async Task What_is_kept_of_a_server_is_bounded_over_all_its_answers()
    {
        var fleet = new StubFleet(Server).WithCluster(40);
        for (var i = 1; i <= 40; i++)
        {
            fleet[$"vm-{i}"].Text("config.guestId", new string('x', 10_000));
        }

        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { KeptCharacters = 200_000 } });
        var error = await Assert.ThrowsAsync<VSphereException>(() => new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel));
        Assert.EndsWith("what is stored of this server to more than 200,000 characters", error.Message, StringComparison.Ordinal);
    }

    private static string Event(int key) =>
        $"""<returnval xsi:type="VmPoweredOnEvent"><key>{key}</key><chainId>1</chainId><createdTime>2026-11-01T00:00:00Z</createdTime></returnval>""";

    private static Task<IReadOnlyList<string>> ReadMachinesAsync(VSphereSession session) =>
        new PropertyReader(session).ReadAllAsync(new PropertySpec("VirtualMachine", ["name"]), _ => { }, Cancel);

    /// <summary>The first page has a token for another one.</summary>
    private static Func<StubRequest, StubAnswer> Paged(StubServer server, string token)
    {
        var usual = server.Answer("RetrievePropertiesEx");
        return request => request.Text("pathSet") == "view"
            ? usual(request)
            : StubAnswer.Xml($"""<returnval><token>{token}</token><objects><obj type="VirtualMachine">vm-0</obj></objects></returnval>""");
    }

    private static Task<VSphereSession> ConnectAsync(RawHttpsServer server) => VSphereSession.ConnectAsync(
        VSphereServer.Parse(server.Url.ToString()),
        new Login("scan@vsphere.local", StubServer.Password),
        new VSphereOptions { Trust = ServerTrust.Pinned(StubCertificates.Sha256(StubCertificates.Loopback)), Attempts = 1 },
        Cancel);

    private static byte[] Packed(string start, char filling, int count)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(start));
            var block = Encoding.UTF8.GetBytes(new string(filling, 1 << 20));
            for (var left = count; left > 0; left -= block.Length)
            {
                gzip.Write(block);
            }
        }

        return packed.ToArray();
    }
}
