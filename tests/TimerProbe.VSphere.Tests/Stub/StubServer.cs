using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>A vSphere server on loopback: real HTTPS, sessions with cookies, and answers scripted by the test.</summary>
internal sealed class StubServer : IAsyncDisposable
{
    public const string Password = "correct-horse";

    private readonly WebApplication _web;
    private readonly ConcurrentDictionary<string, Func<StubRequest, StubAnswer>> _answers = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, int> _turns = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, bool> _sessions = new(StringComparer.Ordinal);
    private int _inFlight;
    private int _mostInFlight;
    private int _logins;

    private StubServer(WebApplication web)
    {
        _web = web;
        On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent()));
        On("Logout", request =>
        {
            _sessions.TryRemove(request.Cookie ?? "", out bool _);
            return StubAnswer.Empty;
        });
    }

    public ConcurrentQueue<StubRequest> Requests { get; } = new();

    public VSphereServer Address { get; private set; } = null!;

    /// <summary>Every request for a file, in order of arrival: its path and query, and the part that was asked for.</summary>
    public ConcurrentQueue<(string Address, string Range)> FileRequests { get; } = new();

    /// <summary>Answers requests for files, of those who are logged in.</summary>
    public Func<HttpContext, Task> Files { get; set; } = context =>
    {
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    };

    public int MostInFlight => _mostInFlight;

    public int OpenSessions => _sessions.Count;

    /// <summary>What a request is answered instead, if anything, logins included.</summary>
    public Func<StubRequest, StubAnswer?>? Instead { get; set; }

    public string Accepts { get; set; } = Password;

    public IReadOnlyList<string> Methods => [.. Requests.Select(request => request.Method)];

    public static async Task<StubServer> StartAsync(X509Certificate2? certificate = null)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestBodySize = null;
            kestrel.Limits.MinResponseDataRate = null;
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(certificate ?? StubCertificates.Loopback));
        });
        var web = builder.Build();
        var server = new StubServer(web);
        web.Run(server.ServeAsync);
        await web.StartAsync();
        server.Address = VSphereServer.Parse(web.Urls.Single());
        return server;
    }

    /// <summary>Answers a method from now on.</summary>
    public void On(string method, Func<StubRequest, StubAnswer> answer) => _answers[method] = answer;

    public Func<StubRequest, StubAnswer> Answer(string method) => _answers[method];

    /// <summary>Ends all sessions, as a server does with idle ones.</summary>
    public void ExpireSessions() => _sessions.Clear();

    public int Count(string method) => _turns.GetValueOrDefault(method);

    public Task<VSphereSession> ConnectAsync(VSphereOptions? options = null) =>
        VSphereSession.ConnectAsync(Address, new Login("scan@vsphere.local", Password), options ?? Options, Cancel);

    public VSphereOptions Options { get; } = new()
    {
        Trust = ServerTrust.Pinned(StubCertificates.Sha256(StubCertificates.Loopback)),
        RetryDelay = TimeSpan.FromMilliseconds(10),
        RequestTimeout = TimeSpan.FromSeconds(30),
        LogoutTimeout = TimeSpan.FromSeconds(2),
    };

    public async ValueTask DisposeAsync()
    {
        using var soon = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));
        await _web.StopAsync(soon.Token);
        await _web.DisposeAsync();
    }

    private async Task ServeAsync(HttpContext context)
    {
        var inFlight = Interlocked.Increment(ref _inFlight);
        InterlockedMax(ref _mostInFlight, inFlight);
        try
        {
            if (HttpMethods.IsGet(context.Request.Method))
            {
                await ServeFileAsync(context);
                return;
            }

            var document = await XDocument.LoadAsync(context.Request.Body, LoadOptions.None, context.RequestAborted);
            var call = document.Root!.Elements().Single().Elements().Single();
            var method = call.Name.LocalName;
            var request = new StubRequest(
                method, call, context.Request.Headers.Cookie, context.Request.Headers["SOAPAction"].ToString(),
                    context.Request.Headers.UserAgent.ToString())
            {
                Turn = _turns.AddOrUpdate(method, 1, (_, turns) => turns + 1),
            };
            Requests.Enqueue(request);
            await Answer(request, context).SendAsync(context, method);
        }
        catch (Exception ex) when (ex is OperationCanceledException or IOException)
        {
            // The client left.
        }
        finally
        {
            Interlocked.Decrement(ref _inFlight);
        }
    }

    private Task ServeFileAsync(HttpContext context)
    {
        FileRequests.Enqueue((context.Request.Path + context.Request.QueryString.Value, context.Request.Headers.Range.ToString()));
        if (_sessions.ContainsKey(context.Request.Headers.Cookie.ToString()))
        {
            return Files(context);
        }

        context.Response.StatusCode = StatusCodes.Status401Unauthorized;
        return Task.CompletedTask;
    }

    private StubAnswer Answer(StubRequest request, HttpContext context)
    {
        if (Instead?.Invoke(request) is { } other)
        {
            return other;
        }

        if (_answers.TryGetValue(request.Method, out var answer) && request.Method is "RetrieveServiceContent" or "Login")
        {
            return answer(request);
        }

        if (request.Method == "Login")
        {
            return Login(request, context);
        }

        return !_sessions.ContainsKey(request.Cookie ?? "") ? StubAnswer.Fault("NotAuthenticated", "The session is not authenticated.")
            : answer is not null ? answer(request)
            : StubAnswer.Fault("MethodNotFound", "no answer is scripted for " + request.Method);
    }

    public StubAnswer Login(StubRequest request, HttpContext context)
    {
        if (request.Text("password") != Accepts)
        {
            return StubAnswer.Fault("InvalidLogin", "Cannot complete login due to an incorrect user name or password.");
        }

        var session = $"vmware_soap_session=\"{Interlocked.Increment(ref _logins).ToString()}-{Guid.NewGuid()}\"";
        _sessions[session] = true;
        context.Response.Headers.Append("Set-Cookie", session + "; Path=/; HttpOnly; Secure");
        return StubAnswer.Xml("<returnval><key>1</key></returnval>");
    }

    private static void InterlockedMax(ref int most, int value)
    {
        for (var seen = most; seen < value; seen = most)
        {
            Interlocked.CompareExchange(ref most, value, seen);
        }
    }
}
