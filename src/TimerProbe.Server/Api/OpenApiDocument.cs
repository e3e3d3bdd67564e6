using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.WebUtilities;
using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Changes;
using TimerProbe.Server.Access;
using TimerProbe.Server.Intake;

namespace TimerProbe.Server.Api;

/// <summary>The description of the interface for programs, made from the routes themselves: one that is added stands in it.</summary>
internal static class OpenApiDocument
{
    private const string Base = "/api/";

    /// <summary>What any route below may answer: who asks is not known, may not, was wrong too often, or cannot be looked up.</summary>
    private static readonly int[] Anywhere = [StatusCodes.Status401Unauthorized, StatusCodes.Status403Forbidden, StatusCodes.Status429TooManyRequests, StatusCodes.Status503ServiceUnavailable];

    /// <summary>What besides is answered to a document that is handed in.</summary>
    private static readonly int[] ToDocuments = [StatusCodes.Status408RequestTimeout, StatusCodes.Status413PayloadTooLarge, StatusCodes.Status415UnsupportedMediaType];

    private static readonly JsonSchemaExporterOptions Schemas = new() { TreatNullObliviousAsNonNullable = true };

    /// <summary>The document, JSON in UTF-8.</summary>
    public static byte[] Of(IEnumerable<Endpoint> endpoints)
    {
        var paths = new JsonObject();
        foreach (var path in endpoints.OfType<RouteEndpoint>().Select(route => (Path: PathOf(route), Route: route)).Where(each => each.Path.StartsWith(Base, StringComparison.Ordinal)).GroupBy(each => each.Path, StringComparer.Ordinal).OrderBy(path => path.Key, StringComparer.Ordinal))
        {
            var operations = new JsonObject();
            foreach (var route in path.Select(each => each.Route))
            {
                foreach (var method in route.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods.Where(method => !HttpMethods.IsHead(method)) ?? [])
                {
                    operations[method.ToLowerInvariant()] = OperationOf(route);
                }
            }

            paths[path.Key] = operations;
        }

        return System.Text.Encoding.UTF8.GetBytes(new JsonObject
        {
            ["openapi"] = "3.1.1",
            ["info"] = new JsonObject { ["title"] = "timerprobe-server", ["version"] = ServerContext.Tool.Version, ["description"] = "HEAD answers as GET does, without a body." },
            ["paths"] = paths,
            ["components"] = new JsonObject
            {
                ["securitySchemes"] = new JsonObject { ["token"] = new JsonObject { ["type"] = "http", ["scheme"] = "bearer" } },
                ["responses"] = new JsonObject([.. ((int[])[StatusCodes.Status400BadRequest, StatusCodes.Status404NotFound, .. Anywhere, .. ToDocuments]).Order().Select(status => KeyValuePair.Create<string, JsonNode?>(Text(status), Problem(status)))]),
                ["schemas"] = new JsonObject { ["problem"] = Record(("type", "string"), ("title", "string"), ("status", "integer"), ("detail", "string")) },
            },
        }.ToJsonString());
    }

    private static string PathOf(RouteEndpoint route) => "/" + string.Join('/', route.RoutePattern.PathSegments.Select(segment => string.Concat(segment.Parts.Select(part => part switch
    {
        Microsoft.AspNetCore.Routing.Patterns.RoutePatternLiteralPart literal => literal.Content,
        Microsoft.AspNetCore.Routing.Patterns.RoutePatternParameterPart parameter => $"{{{parameter.Name}}}",
        _ => "",
    }))));

    private static JsonObject OperationOf(RouteEndpoint route)
    {
        var operation = new JsonObject { ["responses"] = Responses(route), ["security"] = new JsonArray(Token(AccessRules.ScopeOf(route))) };
        if (route.Metadata.GetMetadata<IEndpointSummaryMetadata>() is { } summary)
        {
            operation["summary"] = summary.Summary;
        }

        JsonNode[] parameters =
        [
            .. route.RoutePattern.Parameters.Select(parameter => Parameter(parameter.Name, "path", isRequired: true, meaning: null)),
            .. route.Metadata.OfType<QueryParameter>().Select(parameter => Parameter(parameter.Name, "query", isRequired: false, parameter.Meaning)),
        ];
        if (parameters.Length > 0)
        {
            operation["parameters"] = new JsonArray(parameters);
        }

        if (TakesDocuments(route))
        {
            operation["requestBody"] = new JsonObject { ["required"] = true, ["content"] = Json(Document()) };
        }

        return operation;
    }

    /// <summary>What a token has to be good for.</summary>
    private static JsonObject Token(string? scope) => new() { ["token"] = scope is null ? [] : new JsonArray(scope) };

    private static JsonObject Parameter(string name, string place, bool isRequired, string? meaning)
    {
        var parameter = new JsonObject { ["name"] = name, ["in"] = place, ["required"] = isRequired, ["schema"] = new JsonObject { ["type"] = "string" } };
        if (meaning is not null)
        {
            parameter["description"] = meaning;
        }

        return parameter;
    }

    private static JsonObject Responses(RouteEndpoint route)
    {
        var said = route.Metadata.OfType<IProducesResponseTypeMetadata>().GroupBy(produces => produces.StatusCode).ToDictionary(status => status.Key, status => status.Last());
        if (said.Count == 0)
        {
            said[StatusCodes.Status200OK] = new ProducesResponseTypeMetadata(StatusCodes.Status200OK);
        }

        int[] statuses = [.. said.Keys, .. Anywhere, .. TakesDocuments(route) ? ToDocuments : []];
        return new JsonObject([.. statuses.Distinct().Order().Select(status => KeyValuePair.Create<string, JsonNode?>(
            Text(status), status >= StatusCodes.Status400BadRequest ? new JsonObject { ["$ref"] = $"#/components/responses/{Text(status)}" } : Answer(route, said[status])))]);
    }

    private static JsonObject Answer(RouteEndpoint route, IProducesResponseTypeMetadata produces)
    {
        var answer = new JsonObject { ["description"] = ReasonPhrases.GetReasonPhrase(produces.StatusCode) };
        if (TakesDocuments(route))
        {
            answer["content"] = Json(IntakeJson.Default.HandedIn.GetJsonSchemaAsNode(Schemas));
        }
        else if (produces.ContentTypes.Any())
        {
            answer["content"] = Content(produces.ContentTypes, produces.Type);
        }

        return answer;
    }

    private static JsonObject Problem(int status) => new()
    {
        ["description"] = ReasonPhrases.GetReasonPhrase(status),
        ["content"] = new JsonObject { ["application/problem+json"] = new JsonObject { ["schema"] = new JsonObject { ["$ref"] = "#/components/schemas/problem" } } },
    };

    /// <summary>Whether a route reads its body itself, and so says nothing of it.</summary>
    private static bool TakesDocuments(RouteEndpoint route) => PathOf(route) == IntakeRoutes.Documents;

    /// <summary>What may be handed in: of any document so much, and the rest as its own schema says.</summary>
    private static JsonObject Document()
    {
        var document = Record(("schema", "string"), ("id", "string"));
        document["properties"]!["schema"]!["enum"] = new JsonArray(CheckDocument.SchemaName, SqlDocument.SchemaName, WatchFindings.SchemaName);
        document["required"] = new JsonArray("schema", "id");
        return document;
    }

    private static JsonObject Record(params (string Name, string Type)[] members) => new()
    {
        ["type"] = "object",
        ["properties"] = new JsonObject([.. members.Select(member => KeyValuePair.Create<string, JsonNode?>(member.Name, new JsonObject { ["type"] = member.Type }))]),
    };

    private static JsonObject Json(JsonNode schema) => new() { ["application/json"] = new JsonObject { ["schema"] = schema } };

    private static string Text(int status) => status.ToString(CultureInfo.InvariantCulture);

    private static JsonObject Content(IEnumerable<string> types, Type? record)
    {
        var content = new JsonObject();
        foreach (var type in types)
        {
            var schema = record is not null && ApiJson.Default.GetTypeInfo(record) is { } known ? known.GetJsonSchemaAsNode(Schemas) : new JsonObject();
            content[type] = new JsonObject { ["schema"] = schema };
        }

        return content;
    }
}
