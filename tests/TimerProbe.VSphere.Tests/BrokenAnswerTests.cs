namespace TimerProbe.VSphere.Tests;

[Collection(nameof(AloneInTheProcess))]
public sealed class BrokenAnswerTests : StubServerTest
{
    private const long Junk = 100L << 20;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_answer_that_does_not_come_or_stalls_is_given_up(bool stalls)
    {
        var error = await Failure(
            stalls ? StubAnswer.Stalled(new string(' ', 20_000), 10_000) : StubAnswer.Never(), options => options with { RequestTimeout = TimeSpan.FromMilliseconds(500) });
        Assert.Equal(VSphereErrorKind.Timeout, error.Kind);
        Assert.Contains("did not finish its answer to CurrentTime within 0.5 s", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_cut_answer_is_called_cut(bool connectionLost)
    {
        var answer = connectionLost ? StubAnswer.Cut(new string(' ', 300_000), 200_000) : StubAnswer.Short(new string(' ', 3_000), 2_000);
        var error = await Failure(answer);
        Assert.Equal(VSphereErrorKind.CutAnswer, error.Kind);
        Assert.Contains("the answer of 127.0.0.1:", error.Message, StringComparison.Ordinal);
        Assert.Contains("to CurrentTime ended too early", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{ \"error\": 1 }")]
    [InlineData("<html><body>login</body></html>")]
    [InlineData("<soapenv:Envelope/>")]
    [InlineData("""<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"/>""")]
    [InlineData("""<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/></e:Envelope>""")]
    [InlineData("""<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><LogoutResponse/></e:Body></e:Envelope>""")]
    [InlineData("""<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><CurrentTimeResponse></x></e:Body></e:Envelope>""")]
    public async Task What_is_no_answer_is_called_so(string body)
    {
        var error = await Failure(StubAnswer.Text(body));
        Assert.Equal(VSphereErrorKind.BadAnswer, error.Kind);
    }

    [Theory]
    [InlineData("&#x1FFFE;", "\uFFFD")]
    [InlineData("a&#x1FFFE;:b&#x1FFFE;", "b\uFFFD")]
    [InlineData("a:", "")]
    public async Task A_type_that_is_no_Unicode_is_still_a_type(string told, string type)
    {
        var error = await Failure(StubAnswer.Fault("Other", called: told));
        Assert.Equal(type, error.Fault!.Type);
    }

    [Fact]
    public async Task A_document_type_is_refused()
    {
        var body = """<!DOCTYPE l SYSTEM "file:///etc/passwd" [<!ENTITY c "cccccccccc"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>"""
            + StubAnswer.Envelope("CurrentTime", "<returnval>&d;</returnval>")["""<?xml version="1.0" encoding="UTF-8"?>""".Length..];
        var error = await Failure(StubAnswer.Text(body));
        Assert.Equal(VSphereErrorKind.BadAnswer, error.Kind);
        Assert.Contains("DTD", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("page", VSphereErrorKind.BadAnswer, 1)]
    [InlineData("attribute", VSphereErrorKind.AnswerTooLarge, 5)]
    [InlineData("depth", VSphereErrorKind.AnswerTooLarge, 1)]
    [InlineData("names", VSphereErrorKind.AnswerTooLarge, 5)]
    [InlineData("elements", VSphereErrorKind.AnswerTooLarge, 21)]
    [InlineData("comment", VSphereErrorKind.AnswerTooLarge, 21)]
    [InlineData("cdata", VSphereErrorKind.AnswerTooLarge, 21)]
    public async Task A_hundred_megabytes_of_junk_are_refused_early_in_bounded_memory(string kind, VSphereErrorKind expected, int megabytesAtMost)
    {
        var letters = new string('a', 50_000);
        var held = 0L;
        var answer = kind switch
        {
            "page" => StubAnswer.Flood(Watched(_ => letters), Junk, "<html><body><p>no<br>", enveloped: false),
            "attribute" => StubAnswer.Flood(Watched(_ => letters), Junk, "<returnval a='"),
            "depth" => StubAnswer.Flood(Watched(_ => string.Concat(Enumerable.Repeat("<a>", 10_000))), Junk),
            "names" => StubAnswer.Flood(Watched(i => string.Concat(Enumerable.Range(i * 1_000, 1_000).Select(n => $"<name-{n}/>"))), Junk),
            "elements" => StubAnswer.Flood(Watched(_ => string.Concat(Enumerable.Repeat("<returnval>x</returnval>", 2_000))), Junk),
            "comment" => StubAnswer.Flood(Watched(_ => "<!--" + letters + "<-->"), Junk),
            _ => StubAnswer.Flood(Watched(_ => string.Concat(Enumerable.Repeat("<![CDATA[x]]>", 4_000))), Junk, "<returnval>"),
        };
        var before = GC.GetTotalMemory(forceFullCollection: true);
        Server.On("CurrentTime", _ => answer);
        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { Bytes = 20 << 20 } });
        var error = await Assert.ThrowsAsync<VSphereException>(() => session.AskTimeAsync(Cancel));
        Assert.Equal(expected, error.Kind);
        Assert.InRange(session.Total.BytesReceived, 1, megabytesAtMost << 20);
        // A page is refused at its first bytes, which may be before any junk is asked for.
        Assert.InRange(held, kind == "page" ? 0 : 1, before + (60 << 20));

        // What is held while the answer is on its way; what waits to be collected depends on the tests before.
        Func<int, string> Watched(Func<int, string> block) => i =>
        {
            held = i % 50 == 0 ? Math.Max(held, GC.GetTotalMemory(forceFullCollection: true)) : held;
            return block(i);
        };
    }

    private Task<VSphereException> Failure(StubAnswer answer, Func<VSphereOptions, VSphereOptions>? change = null)
    {
        Server.On("CurrentTime", _ => answer);
        return FailAsync(change?.Invoke(Server.Options));
    }
}
