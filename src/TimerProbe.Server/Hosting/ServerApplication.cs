using Microsoft.Net.Http.Headers;

namespace TimerProbe.Server.Hosting;

/// <summary>The parts of a node, put together.</summary>
internal static class ServerApplication
{
    private static readonly TimeSpan EndsWithin = TimeSpan.FromSeconds(10);

    public static WebApplication Build(ServerContext context, Listening listening, OpenIdClient? openId)
    {
        var builder = WebApplication.CreateSlimBuilder(
            new WebApplicationOptions
            {
                ApplicationName = "timerprobe-server",
                EnvironmentName = Environments.Production,
                ContentRootPath = AppContext.BaseDirectory
            });
        // Files and variables that the host reads by itself could open other doors than the configuration names.
        builder.Configuration.Sources.Clear();
        listening.Apply(builder, context.Log);
        builder.Logging.ClearProviders()
            .AddProvider(context.Log)
            .SetMinimumLevel(context.Log.MinLevel == LogLevel.Debug ? LogLevel.Debug : LogLevel.Warning);
        // What clients did not send in time, or whole, is no fault of the node.
        builder.Logging.AddFilter(
            "Microsoft.AspNetCore.Server.Kestrel", context.Log.MinLevel == LogLevel.Debug ? LogLevel.Debug : LogLevel.Error);
        // The exception handler below logs it, in one line.
        builder.Logging.AddFilter("Microsoft.AspNetCore.Diagnostics.ExceptionHandlerMiddleware", LogLevel.None);
        // It warns that keys are saved in plain text: they are in the store, and docs/server/access.md says what that means.
        builder.Logging.AddFilter("Microsoft.AspNetCore.DataProtection", LogLevel.Error);
        // Anybody may send a form: what is wrong with it is answered, and not logged.
        builder.Logging.AddFilter("Microsoft.AspNetCore.Antiforgery", LogLevel.None);
        // Nor is a sign-in that is wrong: what matters is in the audit trail, or logged as a fault.
        builder.Logging.AddFilter(
            "Microsoft.AspNetCore.Authentication.OpenIdConnect", context.Log.MinLevel == LogLevel.Debug ? LogLevel.Debug : LogLevel.None);
        // What it says of nodes that are gone the scan that begins again says by their names.
        builder.Logging.AddFilter("Quartz", context.Log.MinLevel == LogLevel.Debug ? LogLevel.Debug : LogLevel.Error);
        // The command line says why a start failed; what ends a running node is critical.
        builder.Logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.Critical);
        builder.Services.AddSingleton(context).AddSingleton(context.Store).AddSingleton(context.Time);
        builder.Services.AddSingleton<IHostLifetime, EndedByCommandLine>();
        builder.Services.AddHostedService<IdleMemoryTrimmer>();
        builder.Services.AddErrorPages().AddProblemDetails(problems => problems.CustomizeProblemDetails = AddDetail);
        builder.Services.AddAccess(context);
        DocumentEndpoint.AddTo(builder.Services);
        AddSchedule(builder.Services, context);
        builder.Services.AddSingleton<DigestMaker>()
            .AddSingleton<Func<FileConfiguration, IReadOnlyList<IAlertChannel>>>(
                (IServiceProvider all) => all.GetRequiredService<DigestMaker>().GetChannels);
        builder.Services.AddPages(context, openId);
        builder.Services.AddApi(context);

        var app = builder.Build();
        BrowserRequests.UseSafeHeaders(app);
        app.UseExceptionHandler(new ExceptionHandlerOptions
        {
            StatusCodeSelector = GetStatus,
            SuppressDiagnosticsCallback = failed =>
            {
                Say(context.Log, failed.HttpContext, failed.Exception);
                return GetStatus(failed.Exception) != StatusCodes.Status500InternalServerError;
            },
        });
        app.UseStatusCodePages();
        app.UseAccess(context.Configuration.Server?.TrustedProxy);
        app.MapGet("/healthz", () => Results.Text("ok\n")).ForAnybody().AlsoHead();
        IssuedTokens.Map(app);
        DocumentEndpoint.Map(app);
        app.MapPages();
        app.MapApi();
        return app;
    }

    private static void AddSchedule(IServiceCollection services, ServerContext context) => services
        .AddSingleton(new StoreTime(context.Time))
        .AddSingleton<RunningScans>()
        .AddSingleton<ScanScheduler>()
        .AddSingleton<ScanSchedule>()
        .AddSingleton<NodeService>()
        .Configure<HostOptions>(options => options.ShutdownTimeout = EndsWithin)
        .AddHostedService(all => all.GetRequiredService<NodeService>())
        .AddHostedService<ConfigurationReload>();

    private static void Say(NodeLog log, HttpContext http, Exception failed)
    {
        var isBug = GetStatus(failed) == StatusCodes.Status500InternalServerError && !http.RequestAborted.IsCancellationRequested;
        log.Say(
            isBug ? LogLevel.Error : LogLevel.Debug,
            "request",
            $"{http.Request.Method} {http.Request.Path.Value} failed, reference {ErrorPages.GetReference(http)}: {failed.Message}",
            failed);
    }

    private static int GetStatus(Exception failed) => failed switch
    {
        // The store is away or refuses: no request is at fault, and the next may be served.
        StoreException or UseCaseException { InnerException: StoreException } or TimeoutException =>
            StatusCodes.Status503ServiceUnavailable,
        BadHttpRequestException bad => bad.StatusCode,
        // A form that is too large, or not a form.
        AntiforgeryValidationException { InnerException: BadHttpRequestException bad } => bad.StatusCode,
        AntiforgeryValidationException => StatusCodes.Status400BadRequest,
        _ => StatusCodes.Status500InternalServerError,
    };

    private static void AddDetail(ProblemDetailsContext problem)
    {
        problem.ProblemDetails.Detail ??= problem.ProblemDetails.Status switch
        {
            StatusCodes.Status401Unauthorized
                when TokenAuthentication.Shown(problem.HttpContext.Request) is not null => TokenAuthentication.IsNotGood,
            StatusCodes.Status401Unauthorized => "This takes a token: Authorization: Bearer TOKEN. People sign in at /sign-in.",
            StatusCodes.Status403Forbidden
                when AccessRules.GetScope(problem.HttpContext.GetEndpoint()) is { } scope => $"Requires the scope {scope}.",
            _ => null,
        };
        if (problem.ProblemDetails.Status == StatusCodes.Status503ServiceUnavailable)
        {
            problem.ProblemDetails.Detail ??= ServerContext.StoreUnavailable;
            problem.HttpContext.Response.Headers.TryAdd(
                HeaderNames.RetryAfter, TokenAuthentication.RetryAfter(ServerContext.StoreRetryAfter));
        }
    }
}

/// <summary><see cref="ServerCommandLine"/> ends the host, which must not listen for signals itself.</summary>
internal sealed class EndedByCommandLine : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
