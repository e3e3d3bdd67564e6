using TimerProbe.Core.Json;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store.Serving;
using TimerProbe.Reporting.History;
using TimerProbe.Server.Access;
using TimerProbe.Server.Schedule;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Api;

/// <summary>What programs read of the fleet, and of this node.</summary>
internal static class ApiRoutes
{
    private static readonly QueryParameter[] Paging =
    [
        new("page", "The page's number, from 1; one behind the last is the last."),
        new("pageSize", $"How many are on a page: {PageQuery.UsualSize} when nothing is said, {PageQuery.LargestSize} at most."),
    ];

    private static readonly QueryParameter[] Machines =
    [
        new("text", "A part of the name of the machine or its host, in any case of letters."),
        new("placement", "Where it is: home, away, unknown or off."),
        new("measured", "What was measured in the guest, such as slow."),
        new("cluster", "Its cluster."),
        new("vcenter", "Its vCenter."),
        new("severity", "How severe its case is: critical, warning or info."),
        new("rule", "A rule that found something about it."),
        new("hostHz", "The frequency of its host, as LOW..HIGH in Hz."),
        new("homeHz", "The frequency of its home, as LOW..HIGH in Hz."),
        new("sort", $"One of {string.Join(", ", MachineQuery.Sorts)}; after a minus turned around. The most severe first when nothing is said."),
    ];

    private static readonly QueryParameter[] Audit =
    [
        new("action", $"What was done: one of {string.Join(", ", AuditTrail.Actions)}."),
        new("actor", "A part of the name of who did it, in any case of letters."),
        new("before", "As the page before named it; the newest when nothing is said."),
        new("count", $"How many are on a page: {PageQuery.UsualSize} when nothing is said, {PageQuery.LargestSize} at most."),
    ];

    /// <summary>Adds what it works with.</summary>
    public static IServiceCollection AddApi(this IServiceCollection services, ServerContext context)
    {
        services.AddSingleton<Readiness>().AddSingleton<NodeMetrics>().AddSingleton<IProblemDetailsWriter, ApiProblems>();
        if (context.Configuration.Server?.Otlp is { } collector)
        {
            Telemetry.Add(services, context.Node, collector);
        }

        return services;
    }

    /// <summary>Adds its routes.</summary>
    public static void MapApi(this IEndpointRouteBuilder routes)
    {
        var api = routes.MapGroup("/api/v1").RequireScope(Scope.Read).AlsoHead();
        api.MapGet("/fleet", (LatestFleet latest) => JsonAnswer.Of(FleetAnswer.Of(latest.Now))).Answers<FleetAnswer>("The fleet in short");
        api.MapGet("/vcenters", (HttpRequest request, LatestFleet latest) => Page(request, latest.Now.VCenters, VCenterAnswer.Of))
            .Answers<Slice<VCenterAnswer>>("The vCenters of which a scan is saved", Paging);
        api.MapGet("/clusters", (HttpRequest request, LatestFleet latest) => Page(request, ClusterQuery.Of(request.Query).Of(latest.Now.Clusters), cluster => cluster))
            .Answers<Slice<ClusterView>>("The clusters, the worst first, each with its machines by home class and present class", [new("name", "The cluster."), new("vcenter", "Its vCenter."), .. Paging]);
        api.MapGet("/machines", (HttpRequest request, LatestFleet latest) => Page(request, MachineQuery.Of(request.Query).Of(latest.Now.Machines), machine => machine))
            .Answers<Slice<MachineView>>("The virtual machines", [.. Machines, .. Paging]);
        api.MapGet("/machines/{id}", MachineAsync).Answers<MachineAnswer>("One virtual machine with its findings, and what happened to it in the last 30 days").ProducesProblem(StatusCodes.Status404NotFound);
        api.MapGet("/findings", Findings)
            .Answers<Slice<FindingAnswer>>("The findings, the most severe rule first", [new("rule", "Of this rule."), new("severity", "As severe as this."), new("vcenter", "Of this vCenter."), .. Paging]);
        api.MapGet("/scans", (HttpRequest request, LatestFleet latest) => Page(request, ScanView.Of(latest.Now), scan => scan)).Answers<Slice<ScanView>>("The last scan of each vCenter", Paging);
        api.MapGet("/schedule", async (HttpRequest request, ServerContext context, ScanSchedule schedule, CancellationToken cancel) => Page(request, await ScheduledScanView.ListAsync(context, schedule, cancel), scan => scan))
            .Answers<Slice<ScheduledScanView>>("The vCenters that this server scans: when, and what became of the last scan", Paging);
        api.MapGet("/nodes", async (HttpRequest request, FleetStore store, CancellationToken cancel) => Page(request, await NodeView.ListAsync(store, cancel), node => node)).Answers<Slice<NodeView>>("The nodes of this server", Paging);
        api.MapGet("/alerts", AlertsAsync).Answers<Slice<AlertView>>("The alerts that nobody has acknowledged, the newest first", [new("all", "true for those acknowledged too."), .. Paging]);
        routes.MapPost("/api/v1/alerts/{id}/acknowledge", AcknowledgeAsync).RequireScope(Scope.Acknowledge)
            .Answers<AcknowledgeAnswer>("Acknowledge an alert on all its channels").ProducesProblem(StatusCodes.Status404NotFound);
        routes.MapGet("/api/v1/audit", AuditAsync).RequireScope(Scope.Admin).AlsoHead().Answers<AuditPage>("Who did what, the newest first", Audit).ProducesProblem(StatusCodes.Status400BadRequest);
        routes.MapGet("/metrics", (HttpRequest request, NodeMetrics metrics) => metrics.WriteAsync(request)).RequireScope(Scope.Read).AlsoHead();
        routes.MapGet("/readyz", (Readiness readiness) => readiness.WhyNot is { } why ? Results.Text($"not ready: {why}\n", statusCode: StatusCodes.Status503ServiceUnavailable) : Results.Text("ready\n")).AllowAnonymous().AlsoHead();
        // Its GET stands in ServerApplication; many a load balancer asks by HEAD.
        routes.MapMethods("/healthz", [HttpMethods.Head], () => Results.Text("ok\n")).AllowAnonymous();
        api.MapGet("/openapi.json", (EndpointDataSource endpoints) => new JsonAnswer(OpenApiDocument.Of(endpoints.Endpoints))).WithSummary("This description");
    }

    private static RouteHandlerBuilder Answers<T>(this RouteHandlerBuilder route, string summary, params QueryParameter[] parameters) =>
        route.WithSummary(summary).Produces<T>().WithMetadata([.. parameters]);

    private static JsonAnswer Page<T, TAnswer>(HttpRequest request, IReadOnlyList<T> all, Func<T, TAnswer> answer)
    {
        var page = PageQuery.Of(request.Query).Of(all);
        return JsonAnswer.Of(new Slice<TAnswer>([.. page.Items.Select(answer)], page.Total, page.Page, page.PageSize));
    }

    private static async Task<IResult> MachineAsync(string id, LatestFleet latest, FleetPast past, CancellationToken cancel)
    {
        var fleet = latest.Now;
        if (fleet.Find(id) is not { } machine)
        {
            return Results.Problem("The latest scans have no virtual machine of this id.", statusCode: StatusCodes.Status404NotFound);
        }

        var history = await past.OfAsync(machine, cancel);
        return JsonAnswer.Of(new MachineAnswer(
            machine,
            [.. fleet.FindingsOf(machine).Select(FindingAnswer.Of)],
            history is null ? [] : [.. StoryRow.Of(history).Select(row => new StoryAnswer(row.At, row.When, row.What, row.Detail))]));
    }

    private static JsonAnswer Findings(HttpRequest request, LatestFleet latest)
    {
        var (rule, severity, vcenter) = ((string?)request.Query["rule"], (string?)request.Query["severity"], (string?)request.Query["vcenter"]);
        var found = latest.Now.Groups.SelectMany(group => group.Findings).Where(finding =>
            (rule is null || finding.Rule == rule)
            && (severity is null || finding.Severity.ToDocumentName() == severity)
            && (vcenter is null || string.Equals(finding.Subject.Server, vcenter, StringComparison.OrdinalIgnoreCase)));
        return Page(request, [.. found], FindingAnswer.Of);
    }

    private static async Task<IResult> AlertsAsync(HttpRequest request, FleetStore store, CancellationToken cancel) =>
        Page(request, await AlertView.ListAsync(store, request.Query["all"] == "true", cancel), alert => alert);

    private static async Task<IResult> AcknowledgeAsync(string id, HttpContext http, FleetStore store, Acknowledging alerts) =>
        await store.Alerts.FindAsync(id, http.RequestAborted) is [var known] && known == id
            ? JsonAnswer.Of(new AcknowledgeAnswer(await alerts.AcknowledgeAsync(id, http)))
            : Results.Problem("The store has no alert of this id.", statusCode: StatusCodes.Status404NotFound);

    private static async Task<IResult> AuditAsync(
        FleetStore store, CancellationToken cancel, long? before = null, string? action = null, string? actor = null, int count = PageQuery.UsualSize) =>
        count is < 1 or > PageQuery.LargestSize
            ? Results.Problem($"count takes 1 to {PageQuery.LargestSize}.", statusCode: StatusCodes.Status400BadRequest)
            : JsonAnswer.Of(await AuditPage.ReadAsync(store, new AuditQuery { Before = before, Action = action, Actor = actor, Count = count }, cancel));
}
