using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.OpenApi;

namespace TimerProbe.Server.Tests.Api;

/// <summary>The description of the interface for programs that the server holds is made from its routes; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
public sealed partial class OpenApiTests
{
    private const string Scheme = "token";
    private const string Problems = "problem";

    /// <summary>What any route may answer: who asks is not known, may not, was wrong too often, or cannot be looked up.</summary>
    private static readonly string[] Anywhere = ["401", "403", "429", "503"];

    [Fact]
    public async Task It_is_that_of_the_routes() =>
        GoldenFile.AssertIs(await MakeAsync(), "src", "TimerProbe.Server", "Api", "openapi.json");

    private static async Task<string> MakeAsync()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await using var app = Composed.Server(store);

        // Beside the server, which shall not carry the generator: it is shown the server's routes, and which of their parameters are services.
        var builder = WebApplication.CreateSlimBuilder();
        var routes = new CompositeEndpointDataSource(((IEndpointRouteBuilder)app).DataSources);
        var parameters = routes.Endpoints.SelectMany(route => route.Metadata.GetMetadata<MethodInfo>()?.GetParameters() ?? [])
            .Select(parameter => parameter.ParameterType);
        foreach (var service in parameters.Where(type => type.FullName!.StartsWith(nameof(TimerProbe), StringComparison.Ordinal)
            && app.Services.GetRequiredService<IServiceProviderIsService>().IsService(type)))
        {
            builder.Services.TryAddSingleton(service, _ => throw new NotSupportedException());
        }

        builder.Services.AddSingleton<EndpointDataSource>(routes);
        builder.Services.ConfigureHttpJsonOptions(json =>
        {
            json.SerializerOptions.NumberHandling = default;
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, ApiJson.Default);
        });
        builder.Services.AddOpenApi("v1", options => options.AddOperationTransformer(Complete).AddDocumentTransformer(Complete).ShouldInclude =
            route => route.RelativePath!.StartsWith("api/", StringComparison.Ordinal) && !HttpMethods.IsHead(route.HttpMethod!));
        await using var generator = builder.Build();
        var document = await generator.Services.GetRequiredKeyedService<IOpenApiDocumentProvider>("v1").GetOpenApiDocumentAsync(Cancel);
        await using var text = new StringWriter { NewLine = "\n" };
        document.SerializeAsV31(new OpenApiJsonWriter(text));

        // Where a comment is broken into lines is not the interface's business.
        return BrokenLine().Replace(text.ToString(), " ") + "\n";
    }

    [GeneratedRegex(@"\\n {2,}", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex BrokenLine();

    private static Task Complete(
        OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        var metadata = context.Description.ActionDescriptor.EndpointMetadata;
        operation.Tags = new HashSet<OpenApiTagReference>();
        operation.Parameters = [.. operation.Parameters ?? [], .. metadata.OfType<QueryParameter>()
            .Select(query => new OpenApiParameter { Name = query.Name, In = ParameterLocation.Query, Description = query.Meaning,
                Schema = Text() })];
        operation.Security = [new OpenApiSecurityRequirement { [new OpenApiSecuritySchemeReference(
            Scheme, context.Document)] = [AccessRules.GetScope(new Endpoint(null, new EndpointMetadataCollection(metadata), null))!] }];
        var answers = operation.Responses!;
        operation.Responses = [];
        foreach (var status in Anywhere.Union(answers.Keys).Order(StringComparer.Ordinal))
        {
            operation.Responses[status] = IsProblem(status) ? new OpenApiResponseReference(status, context.Document) : answers[status];
        }

        if ($"/{context.Description.RelativePath}" == DocumentEndpoint.Route)
        {
            // Of any document so much, and the rest as its own schema says.
            var schema = Text();
            schema.Enum = [CheckDocument.SchemaName, SqlDocument.SchemaName, WatchLine.SchemaName];
            var document = Object(("schema", schema), ("id", Text()));
            document.Required = new HashSet<string> { "schema", "id" };
            operation.RequestBody = new OpenApiRequestBody { Required = true, Content = Content("application/json", document) };
        }

        return Task.CompletedTask;
    }

    private static Task Complete(OpenApiDocument document, OpenApiDocumentTransformerContext context, CancellationToken cancellationToken)
    {
        document.Info = new OpenApiInfo { Title = "timerprobe-server", Version = "1", Description = "HEAD answers as GET does, without a body." };
        document.Tags = null;
        document.Components ??= new OpenApiComponents();
        var bearer = new OpenApiSecurityScheme { Type = SecuritySchemeType.Http, Scheme = "bearer" };
        document.Components.SecuritySchemes = new Dictionary<string, IOpenApiSecurityScheme> { [Scheme] = bearer };
        document.Components.Schemas!.Remove("ProblemDetails");
        document.Components.Schemas[Problems] = Object(
            ("type", Text()), ("title", Text()), ("status", new() { Type = JsonSchemaType.Integer }), ("detail", Text()));
        document.Components.Responses = document.Paths.Values.SelectMany(path => path.Operations!.Values)
            .SelectMany(operation => operation.Responses!.Keys).Distinct().Where(IsProblem).Order(StringComparer.Ordinal).ToDictionary(
            status => status,
            IOpenApiResponse (status) => new OpenApiResponse
            {
                Description = ReasonPhrases.GetReasonPhrase(int.Parse(status, CultureInfo.InvariantCulture)),
                Content = Content("application/problem+json", new OpenApiSchemaReference(Problems, document)),
            },
            StringComparer.Ordinal);
        return Task.CompletedTask;
    }

    private static bool IsProblem(string status) => status[0] is '4' or '5';

    private static OpenApiSchema Object(params (string Name, OpenApiSchema Schema)[] members) =>
        new() { Type = JsonSchemaType.Object, Properties = members.ToDictionary(member => member.Name, IOpenApiSchema (member) => member.Schema) };

    private static OpenApiSchema Text() => new() { Type = JsonSchemaType.String };

    private static Dictionary<string, OpenApiMediaType> Content(string type, IOpenApiSchema schema) =>
        new(StringComparer.Ordinal) { [type] = new OpenApiMediaType { Schema = schema } };
}
