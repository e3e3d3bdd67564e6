using System.Diagnostics;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Http.HttpResults;

namespace TimerProbe.Server.Pages;

internal static class PageRoutes
{
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(5);

    public static IServiceCollection AddPages(this IServiceCollection services, ServerContext context, OpenIdClient? openId)
    {
        OpenIdSignIn.Add(services, openId, context.Faults);
        services.AddSingleton(new LatestFleet(context.Store, context.Time, context.Faults, context.Log)
        {
            Mutes = () => context.Configuration.Muting
        });
        services.AddHostedService(provider => provider.GetRequiredService<LatestFleet>());
        services.AddSingleton<IComponentActivator, ComponentActivator>();
        services.AddSingleton<FleetHistoryView>().AddSingleton<FleetPlans>();
        return services;
    }

    public static IServiceCollection AddErrorPages(this IServiceCollection services) =>
        services.AddSingleton<IProblemDetailsWriter, ErrorPages>();

    public static void MapPages(this IEndpointRouteBuilder routes)
    {
        SignInRoutes.Map(routes.MapGroup("").AlsoHead());
        MapAsset(routes, PageAsset.Style);
        MapAsset(routes, PageAsset.Script);
        MapAsset(routes, PageAsset.Icon);
        var pages = routes.MapGroup("");
        var fleet = pages.MapGroup("").AddEndpointFilter(LatestFleet.WaitForFirstAsync);
        Map<FleetPage>(fleet, "/");
        Map<ClustersPage>(fleet, "/clusters");
        Map<MachinesPage>(fleet, "/machines");
        Map<MachinePage>(fleet, "/machines/{id}");
        Map<PlanPage>(fleet, "/machines/{id}/plan");
        Map<PlanPage>(fleet, "/plans/{kind}");
        fleet.MapGet("/plans/{kind}/plan.json", PlanFileAsync).RequireScope(Scope.Read).AlsoHead().ExcludeFromDescription();
        Map<FindingsPage>(fleet, "/findings");
        Map<RulePage>(fleet, "/findings/{rule}");
        Map<ScansPage>(fleet, "/scans");
        Map<GuestsPage>(fleet, "/guests");
        Map<NodesPage>(pages, "/nodes");
        Map<AlertsPage>(pages, "/alerts");
        pages.MapGet("/audit", IResult () => new RazorComponentResult<AuditTrailPage>())
            .RequireScope(Scope.Admin)
            .AlsoHead()
            .ExcludeFromDescription();
        pages.MapPost("/alerts/{id}/acknowledge", AcknowledgeAsync)
            .RequireScope(Scope.Acknowledge)
            .WithMetadata(new RequireAntiforgeryTokenAttribute())
            .ExcludeFromDescription();
        pages.MapPost("/scans/{vcenter}", ScanAsync)
            .RequireScope(Scope.Admin)
            .WithMetadata(new RequireAntiforgeryTokenAttribute())
            .ExcludeFromDescription();
        pages.MapGet("/events", EventsAsync).RequireScope(Scope.Read).ExcludeFromDescription();
    }

    private static void MapAsset(IEndpointRouteBuilder routes, PageAsset asset) => routes
        .MapGet(asset.Address, (HttpResponse response) =>
        {
            response.Headers.CacheControl = "public, max-age=31536000, immutable";
            return Results.Bytes(asset.Content, asset.MediaType);
        })
        .ForAnybody()
        .AlsoHead()
        .ExcludeFromDescription();

    private static void Map<TPage>(RouteGroupBuilder pages, string pattern)
        where TPage : IComponent => pages
        .MapGet(pattern, IResult () => new RazorComponentResult<TPage>())
        .RequireScope(Scope.Read)
        .AlsoHead()
        .ExcludeFromDescription();

    private static async Task<IResult> PlanFileAsync(HttpContext http, LatestFleet latest, FleetPlans plans)
    {
        var plan = await plans.MakeAsync(latest.Now, PlanQuery.Parse(http.Request), http.RequestAborted);
        return plan.Document is { } document
            ? Results.File(Encoding.UTF8.GetBytes(DocumentJson.Write(document)), "application/json", PlanQuery.FileName)
            : Results.Problem(plan.Problem, statusCode: StatusCodes.Status404NotFound);
    }

    private static async Task<IResult> AcknowledgeAsync(string id, HttpContext http, FleetStore store, AuditTrail audit)
    {
        await AlertView.AcknowledgeAsync(id, http, store, audit);
        return Results.LocalRedirect("/alerts");
    }

    private static async Task<IResult> ScanAsync(string vcenter, HttpContext http, ScanSchedule schedule, AuditTrail audit) =>
        await schedule.BeginAsync(vcenter, http, audit) ?? Results.LocalRedirect($"/scans?begun={Uri.EscapeDataString(vcenter)}");

    private static async Task EventsAsync(
        HttpContext http, LatestFleet fleet, KnownTokens tokens, TimeProvider time, IHostApplicationLifetime life)
    {
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(http.RequestAborted, life.ApplicationStopping);
        http.Response.ContentType = "text/event-stream";
        http.Response.Headers.CacheControl = "no-store";
        var (version, said) = (-1L, "");
        var token = http.User.FindFirst(TokenAuthentication.TokenClaim)?.Value;
        while (!ends.IsCancellationRequested && (token is null || await IsGoodAsync(tokens, token, ends.Token)))
        {
            using var beat = new CancellationTokenSource(Heartbeat, time);
            using var wait = CancellationTokenSource.CreateLinkedTokenSource(ends.Token, beat.Token);
            try
            {
                version = (await fleet.WaitAsync(version, wait.Token)).Version;
                await SendMarkAsync(http.Response, said = Mark(version, fleet), ends.Token);
            }
            catch (OperationCanceledException) when (ends.IsCancellationRequested)
            {
                return;
            }
            catch (OperationCanceledException) when (Mark(version, fleet) is var mark && mark != said)
            {
                await SendMarkAsync(http.Response, said = mark, ends.Token);
            }
            catch (OperationCanceledException)
            {
                await http.Response.WriteAsync(": still here\n\n", ends.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            await http.Response.Body.FlushAsync(ends.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static Task SendMarkAsync(HttpResponse response, string mark, CancellationToken cancellationToken) =>
        response.WriteAsync($"event: fleet\ndata: {mark}\n\n", cancellationToken);

    public static string Mark(long version, LatestFleet fleet) =>
        $"{version}{(fleet.AwaySince is null ? "" : "-away")}";

    private static async Task<bool> IsGoodAsync(KnownTokens tokens, string id, CancellationToken cancellationToken)
    {
        try
        {
            return await tokens.IsGoodAsync(id, cancellationToken);
        }
        catch (StoreException)
        {
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}

/// <summary>No component has parameters of its constructor, so that nothing has to be compiled at run time.</summary>
internal sealed class ComponentActivator : IComponentActivator
{
    public IComponent CreateInstance(Type componentType) => (IComponent)Activator.CreateInstance(componentType)!;
}

/// <summary>A style sheet, script or picture; its address has its hash, so that a browser may keep it for good.</summary>
internal sealed record PageAsset(string Name, string MediaType, byte[] Content)
{
    private const int DigitsOfHash = 8;

    public static PageAsset Style { get; } = Of("pages.css", "text/css; charset=utf-8", HtmlFragments.StyleSheet + Embedded("server.css"));

    public static PageAsset Script { get; } = Of("pages.js", "text/javascript; charset=utf-8", Embedded("server.js"));

    public static PageAsset Icon { get; } = Of(
        "pages.svg",
        "image/svg+xml",
        """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#2a7ab0"/><path d="M8 4v4l3 2" fill="none" stroke="#fff" stroke-width="1.5"/></svg>""");

    public string Address => $"/assets/{Name}";

    private static PageAsset Of(string name, string mediaType, string text)
    {
        var content = Encoding.UTF8.GetBytes(text);
        var hash = Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(0, DigitsOfHash));
        return new PageAsset($"{Path.GetFileNameWithoutExtension(name)}.{hash}{Path.GetExtension(name)}", mediaType, content);
    }

    private static string Embedded(string name)
    {
        using var stream = typeof(PageAsset).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"{name} is not embedded.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}

/// <summary>Shows people a page where programs get <c>application/problem+json</c>.</summary>
internal sealed class ErrorPages(IOptions<ProblemDetailsOptions> problems) : IProblemDetailsWriter
{
    public bool CanWrite(ProblemDetailsContext context) => BrowserRequests.Asks(context.HttpContext.Request);

    public ValueTask WriteAsync(ProblemDetailsContext context)
    {
        problems.Value.CustomizeProblemDetails?.Invoke(context);
        var status = context.ProblemDetails.Status ?? context.HttpContext.Response.StatusCode;
        var isBug = status == StatusCodes.Status500InternalServerError;
        var parameters = new Dictionary<string, object?>()
        {
            [nameof(ErrorPage.Status)] = status,
            [nameof(ErrorPage.Detail)] = isBug ? GetReference(context.HttpContext) : context.ProblemDetails.Detail,
        };
        var page = new RazorComponentResult<ErrorPage>(parameters) { StatusCode = status };
        return new ValueTask(page.ExecuteAsync(context.HttpContext));
    }

    public static string GetReference(HttpContext http) => Activity.Current?.TraceId.ToString() ?? http.TraceIdentifier;
}
