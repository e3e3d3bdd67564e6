using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.Primitives;
using JsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace TimerProbe.Server.Api;

internal static class ApiRoutes
{
    private static readonly QueryParameter[] Paging =
    [
        new("page", "The page's number, from 1; one behind the last is the last.")
        {
            Takes = "a whole number from 1",
            IsTaken = text => PageQuery.GetNumber(text) is not null
        },
        PageSize("pageSize"),
    ];

    private static readonly QueryParameter[] Machines =
    [
        new("text", "A part of the name of the machine or its host, in any case of letters."),
        QueryParameter.GetOne(
            "placement",
            "Where it is: home, away, unknown or off.",
            [.. Enum.GetValues<Placement>().Select(placement => placement.ToDocumentName())]),
        new("measured", "What was measured in the guest, such as slow."),
        new("cluster", "Its cluster."),
        new("vcenter", "Its vCenter."),
        Severity("How severe its case is: critical, warning or info."),
        new("rule", "A rule that found something about it."),
        Range("hostHz", "The frequency of its host, as LOW..HIGH in Hz."),
        Range("homeHz", "The frequency of its home, as LOW..HIGH in Hz."),
        new(
            "sort",
            $"One of {string.Join(", ", MachineQuery.Sorts)}; after a minus turned around. The most severe first by default.")
        {
            Takes = $"one of {string.Join(", ", MachineQuery.Sorts)}, each also after a minus",
            IsTaken = text => MachineQuery.GetSort(text) is not null,
        },
    ];

    private static readonly QueryParameter[] Audit =
    [
        QueryParameter.GetOne("action", $"What was done: one of {string.Join(", ", AuditTrail.Actions)}.", AuditTrail.Actions),
        new("actor", "A part of the name of who did it, in any case of letters."),
        new("before", "As the page before named it; the newest by default.")
        {
            Takes = "a whole number",
            IsTaken = text => WholeNumber(text) is not null
        },
        PageSize("count"),
    ];

    public static IServiceCollection AddApi(this IServiceCollection services, ServerContext context)
    {
        services.AddSingleton<NodeMetrics>().AddSingleton<IProblemDetailsWriter, ApiProblems>();
        if (context.Configuration.Server?.Otlp is { } collector)
        {
            NodeMetrics.Export(services, context.Node, collector);
        }

        return services;
    }

    public static void MapApi(this IEndpointRouteBuilder routes)
    {
        var api = routes.MapGroup("/api/v1").RequireScope(Scope.Read).AlsoHead();
        var fleet = api.MapGroup("").AddEndpointFilter(LatestFleet.WaitForFirstAsync);
        fleet.MapGet("/fleet", (LatestFleet latest) => JsonAnswer.From(FleetAnswer.From(latest.Now)))
            .Answers<FleetAnswer>("The fleet in short");
        fleet.MapGet(
            "/vcenters", (HttpRequest request, LatestFleet latest) => Page(request, VCenterView.From(latest.Now), vcenter => vcenter))
            .Answers<Slice<VCenterView>>("The vCenters and the last scan of each, also of those that do not answer", Paging);
        fleet.MapGet(
            "/clusters",
            (HttpRequest request, LatestFleet latest) =>
                GetClusters(request, latest.Now))
            .Answers<Slice<ClusterView>>(
                "The clusters, the worst first, each with its machines by home class and present class",
                [new("name", "The cluster."), new("vcenter", "Its vCenter."), .. Paging]);
        fleet.MapGet(
            "/machines",
            (HttpRequest request, LatestFleet latest) =>
                Page(request, MachineQuery.Parse(request.Query).Apply(latest.Now.Report.Machines), MachineView.From))
            .Answers<Slice<MachineView>>("The virtual machines", [.. Machines, .. Paging]);
        fleet.MapGet("/machines/{id}", MachineAsync)
            .Answers<MachineAnswer>("One virtual machine with its findings, and what happened to it in the last 30 days")
            .ProducesProblem(StatusCodes.Status404NotFound);
        fleet.MapGet("/findings", Findings)
            .Answers<Slice<Finding>>(
                "The findings, the most severe rule first",
                [
                    new("rule", "Of this rule."),
                    Severity("As severe as this: critical, warning or info."),
                    new("vcenter", "Of this vCenter."),
                    .. Paging
                ]);
        fleet.MapGet("/guests", (HttpRequest request, LatestFleet latest) => Page(request, latest.Now.UnknownGuests, GuestAnswer.From))
            .Answers<Slice<GuestAnswer>>("The guests that saved or submitted a check, and are in no scan", Paging);
        api.MapGet(
            "/schedule",
            async (HttpRequest request, ServerContext context, ScanSchedule schedule, CancellationToken cancellationToken) =>
                Page(request, await ScheduledScanView.ListAsync(context, schedule, cancellationToken), scan => scan))
            .Answers<Slice<ScheduledScanView>>("The vCenters that this server scans: when, and what became of the last scan", Paging);
        routes.MapPost(
            "/api/v1/vcenters/{vcenter}/scan",
            async (string vcenter, HttpContext http, ScanSchedule schedule, AuditTrail audit) =>
                await schedule.BeginAsync(vcenter, http, audit) ?? Results.StatusCode(StatusCodes.Status202Accepted))
            .RequireScope(Scope.Admin)
            .WithSummary("Scan a vCenter now, out of its turn")
            .Produces(StatusCodes.Status202Accepted)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict);
        api.MapGet(
            "/nodes",
            async (HttpRequest request, ServerContext node, CancellationToken cancellationToken) =>
                Page(request, await node.Store.Nodes.ListAsync(node.Node, cancellationToken), item => item))
            .Answers<Slice<NodeView>>("The nodes of this server", Paging);
        api.MapGet("/alerts", AlertsAsync)
            .Answers<Slice<AlertView>>(
                "The alerts that nobody has acknowledged, the newest first",
                [QueryParameter.GetOne("all", "true for those acknowledged too.", "true", "false"), .. Paging]);
        routes.MapPost("/api/v1/alerts/{id}/acknowledge", AcknowledgeAsync)
            .RequireScope(Scope.Acknowledge)
            .Answers<AcknowledgeAnswer>("Acknowledge an alert on all its channels")
            .ProducesProblem(StatusCodes.Status404NotFound);
        routes.MapGet("/api/v1/audit", AuditAsync)
            .RequireScope(Scope.Admin)
            .AlsoHead()
            .Answers<AuditPage>("Who did what, the newest first", Audit);
        routes.MapGet("/metrics", (HttpRequest request, NodeMetrics metrics) => metrics.WriteAsync(request))
            .RequireScope(Scope.Read)
            .AlsoHead();
        routes.MapGet(
            "/readyz",
            (NodeMetrics metrics) => metrics.NotReadyReason is { } why
                ? Results.Text($"not ready: {why}\n", statusCode: StatusCodes.Status503ServiceUnavailable)
                : Results.Text("ready\n"))
            .ForAnybody()
            .AlsoHead();
        api.MapGet("/openapi.json", () => JsonAnswer.Embedded("openapi.json")).WithSummary("This description");
    }

    private static RouteHandlerBuilder Answers<T>(this RouteHandlerBuilder route, string summary, params QueryParameter[] parameters)
    {
        route.WithSummary(summary).Produces<T>();
        return parameters.Length == 0
            ? route
            : route.WithMetadata([.. parameters])
                .AddEndpointFilter(QueryParameter.CheckAsync)
                .ProducesProblem(StatusCodes.Status400BadRequest);
    }

    private static QueryParameter Severity(string meaning) =>
        QueryParameter.GetOne(
            "severity", meaning, [.. Enum.GetValues<Severity>().OrderDescending().Select(severity => severity.ToDocumentName())]);

    private static QueryParameter PageSize(string name) =>
        new(name, $"How many are on a page: {PageQuery.DefaultSize} by default, {PageQuery.MaxSize} at most.")
        {
            Takes = $"1 to {PageQuery.MaxSize}",
            IsTaken = text => WholeNumber(text) is >= 1 and <= PageQuery.MaxSize,
        };

    private static QueryParameter Range(string name, string meaning) =>
        new(name, meaning) { Takes = "LOW..HIGH in Hz", IsTaken = text => MachineQuery.GetRange(text) is not null };

    private static long? WholeNumber(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static JsonAnswer Page<T, TAnswer>(HttpRequest request, IReadOnlyList<T> all, Func<T, TAnswer> answer)
    {
        var page = PageQuery.Parse(request.Query).Apply(all);
        return JsonAnswer.From(new Slice<TAnswer>([.. page.Items.Select(answer)], page.Total, page.Page, page.PageSize));
    }

    private static async Task<IResult> MachineAsync(
        string id, LatestFleet latest, FleetHistoryView past, CancellationToken cancellationToken)
    {
        var fleet = latest.Now;
        if (fleet.Find(id) is not { } machine)
        {
            return Results.Problem("The latest scans have no virtual machine of this id.", statusCode: StatusCodes.Status404NotFound);
        }

        var history = await past.OfAsync(machine, cancellationToken);
        return JsonAnswer.From(new MachineAnswer(
            MachineView.From(machine),
            machine.Findings,
            history is null ? [] : HistoryEntry.From(history)));
    }

    private static JsonAnswer GetClusters(HttpRequest request, FleetView fleet) => Page(
        request,
        ClusterQuery.Parse(request.Query).Apply(fleet.Report.Clusters),
        cluster => ClusterView.From(cluster, fleet.Report.Document.TolerancePpm));

    private static JsonAnswer Findings(HttpRequest request, LatestFleet latest)
    {
        var (rule, severity, vcenter) = (Given(request, "rule"), Given(request, "severity"), Given(request, "vcenter"));
        var found = latest.Now.Groups.SelectMany(group => group.Findings).Where(finding =>
            IsWanted(rule, finding.Rule)
            && IsWanted(severity, finding.Severity.ToDocumentName())
            && IsWanted(vcenter, finding.Subject.Server));
        return Page(request, [.. found], finding => finding);
    }

    private static async Task<IResult> AlertsAsync(HttpRequest request, FleetStore store, CancellationToken cancellationToken)
    {
        var all = string.Equals(Given(request, "all"), "true", StringComparison.OrdinalIgnoreCase);
        return Page(request, await AlertView.ListAsync(store, all, cancellationToken), alert => alert);
    }

    private static async Task<IResult> AcknowledgeAsync(string id, HttpContext http, FleetStore store, AuditTrail audit) =>
        await store.Alerts.FindAsync(id, http.RequestAborted) is [var known] && known == id
            ? JsonAnswer.From(new AcknowledgeAnswer(await AlertView.AcknowledgeAsync(id, http, store, audit)))
            : Results.Problem("The store has no alert of this id.", statusCode: StatusCodes.Status404NotFound);

    private static async Task<IResult> AuditAsync(HttpRequest request, FleetStore store, CancellationToken cancellationToken)
    {
        var query = new AuditQuery
        {
            Before = WholeNumber(Given(request, "before")),
            Action = Given(request, "action")?.ToLowerInvariant(),
            Actor = Given(request, "actor"),
            Count = (int)(WholeNumber(Given(request, "count")) ?? PageQuery.DefaultSize),
        };
        return JsonAnswer.From(await AuditPage.ReadAsync(store, query, cancellationToken));
    }

    private static string? Given(HttpRequest request, string name) =>
        request.Query[name].FirstOrDefault() is { Length: > 0 } text ? text : null;

    private static bool IsWanted(string? wanted, string? value) =>
        wanted is null || string.Equals(wanted, value, StringComparison.OrdinalIgnoreCase);
}

/// <summary>
/// Writes problems below <c>/api</c> as <c>application/problem+json</c>, also for a client that asks for something else: ASP.NET
/// Core itself would write plain text.
/// </summary>
internal sealed class ApiProblems(IOptions<ProblemDetailsOptions> problems, IOptions<JsonOptions> json) : IProblemDetailsWriter
{
    public bool CanWrite(ProblemDetailsContext context) =>
        context.HttpContext.Request.Path.StartsWithSegments("/api", StringComparison.OrdinalIgnoreCase);

    public ValueTask WriteAsync(ProblemDetailsContext context)
    {
        context.ProblemDetails.Status ??= context.HttpContext.Response.StatusCode;
        // The result puts the title and the type of the status in.
        context.ProblemDetails = TypedResults.Problem(context.ProblemDetails).ProblemDetails;
        problems.Value.CustomizeProblemDetails?.Invoke(context);
        var type = json.Value.SerializerOptions.GetTypeInfo(typeof(ProblemDetails));
        return new ValueTask(
            context.HttpContext.Response.WriteAsJsonAsync(
                context.ProblemDetails, type, "application/problem+json", context.HttpContext.RequestAborted));
    }
}

/// <summary>A parameter in the query of an address; an empty one is as if it were not there.</summary>
internal sealed record QueryParameter(string Name, string Meaning)
{
    /// <summary>In words, for the error about another value; null for any text.</summary>
    public string? Takes { get; init; }

    /// <summary>For a text that is not empty.</summary>
    public Func<string, bool> IsTaken { get; init; } = _ => true;

    public static QueryParameter GetOne(string name, string meaning, params IReadOnlyList<string> words) =>
        new(name, meaning)
        {
            Takes = $"one of {string.Join(", ", words)}",
            IsTaken = text => words.Contains(text, StringComparer.OrdinalIgnoreCase)
        };

    public static async ValueTask<object?> CheckAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var query = context.HttpContext.Request.Query;
        var route = context.HttpContext.GetEndpoint()!;
        var wrong = route.Metadata.OfType<QueryParameter>()
            .Select(parameter => parameter.FindProblem(query[parameter.Name]))
            .FirstOrDefault(wrong => wrong is not null);
        return wrong is null ? await next(context) : Results.Problem(wrong, statusCode: StatusCodes.Status400BadRequest);
    }

    private string? FindProblem(StringValues given) =>
        given.Count > 1 ? $"{Name} was given {given.Count} times, and counts once."
        : given is [{ Length: > 0 } text] && !IsTaken(text) ? $"{Name} takes {Takes}."
        : null;
}
