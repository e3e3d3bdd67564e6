namespace TimerProbe.VSphere.Tests.Stub;

internal sealed class StubAnswer(Func<HttpContext, string, Task> send)
{
    private string? _content;

    private const string Open = """<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>""";
    private const string Close = "</soapenv:Body></soapenv:Envelope>";

    public static StubAnswer Empty => Xml("");

    public Task SendAsync(HttpContext context, string method) => send(context, method);

    public static string Envelope(string method, string content) => $"""{Open}<{method}Response xmlns="urn:vim25">{content}</{method}Response>{Close}""";

    public static StubAnswer Xml(string content) => new((context, method) => WriteAsync(context, 200, Envelope(method, content))) { _content = content };

    public StubAnswer Edited(Func<string, string> edit) => Xml(edit(_content!));

    public static StubAnswer Text(string body, int status = 200) => new((context, _) => WriteAsync(context, status, body));

    public static StubAnswer Status(int status) => Text("<html><body>no</body></html>", status);

    public static StubAnswer Fault(string type, string message = "it failed", string members = "", string? called = null) => Text(
        $"""{Open}<soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>{message}</faultstring><detail><{type}Fault xmlns="urn:vim25" xsi:type="{called ?? type}">{members}</{type}Fault></detail></soapenv:Fault>{Close}""",
        500);

    /// <summary>The answer's first part, and then a lost connection.</summary>
    public static StubAnswer Cut(string content, int bytes) => new(async (context, method) =>
    {
        var whole = Encoding.UTF8.GetBytes(Envelope(method, content));
        context.Response.ContentLength = whole.Length;
        await context.Response.Body.WriteAsync(whole.AsMemory(0, Math.Min(bytes, whole.Length - 1)));
        await context.Response.Body.FlushAsync();
        context.Abort();
    });

    /// <summary>The answer's first part, and then an orderly end.</summary>
    public static StubAnswer Short(string content, int bytes) => new((context, method) => WriteAsync(context, 200, Envelope(method, content)[..bytes]));

    /// <summary>No answer until the client leaves.</summary>
    public static StubAnswer Never(Action? arrived = null) => new(async (context, _) =>
    {
        arrived?.Invoke();
        await Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
    });

    /// <summary>An answer that starts, and then comes to nothing.</summary>
    public static StubAnswer Stalled(string content, int bytes) => new(async (context, method) =>
    {
        await context.Response.Body.WriteAsync(Encoding.UTF8.GetBytes(Envelope(method, content)).AsMemory(0, bytes));
        await context.Response.Body.FlushAsync();
        await Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
    });

    /// <summary>An answer whose middle is repeated until the client has enough or so many bytes are sent.</summary>
    public static StubAnswer Flood(Func<int, string> block, long bytes, string start = "", bool enveloped = true) =>
        new(async (context, method) =>
    {
        await context.Response.WriteAsync(enveloped ? $"""{Open}<{method}Response xmlns="urn:vim25">{start}""" : start);
        long total = 0;
        for (var i = 0; total < bytes && !context.RequestAborted.IsCancellationRequested; i++)
        {
            var part = Encoding.UTF8.GetBytes(block(i));
            await context.Response.Body.WriteAsync(part);
            total += part.Length;
        }
    });

    public StubAnswer After(Task gate) => new(async (context, method) =>
    {
        await gate;
        await send(context, method);
    });

    private static async Task WriteAsync(HttpContext context, int status, string body)
    {
        var bytes = Encoding.UTF8.GetBytes(body);
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/xml; charset=utf-8";
        context.Response.ContentLength = bytes.Length;
        await context.Response.Body.WriteAsync(bytes);
    }
}
