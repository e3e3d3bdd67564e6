using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using Microsoft.AspNetCore.Http.Metadata;
using TimerProbe.Server.Access;

namespace TimerProbe.Server.Api;

/// <summary>The description of the interface for programs, made from the routes themselves: one that is added stands in it.</summary>
internal static class OpenApiDocument
{
    private const string Base = "/api/";

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

        if (route.Metadata.GetMetadata<IAcceptsMetadata>() is { } accepts)
        {
            operation["requestBody"] = new JsonObject { ["required"] = !accepts.IsOptional, ["content"] = Content(accepts.ContentTypes, accepts.RequestType) };
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
        var responses = new JsonObject();
        foreach (var status in route.Metadata.OfType<IProducesResponseTypeMetadata>().GroupBy(produces => produces.StatusCode).OrderBy(status => status.Key))
        {
            var response = new JsonObject { ["description"] = Microsoft.AspNetCore.WebUtilities.ReasonPhrases.GetReasonPhrase(status.Key) };
            if (status.Last() is var produces && produces.ContentTypes.Any())
            {
                response["content"] = Content(produces.ContentTypes, produces.Type);
            }

            responses[status.Key.ToString(CultureInfo.InvariantCulture)] = response;
        }

        if (responses.Count == 0)
        {
            responses["200"] = new JsonObject { ["description"] = "OK" };
        }

        return responses;
    }

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
