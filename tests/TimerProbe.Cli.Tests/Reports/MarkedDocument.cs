using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Cli.Tests.Reports;

/// <summary>A document of a kind with every member there, and in every text that is a name a marker of its own.</summary>
internal sealed class MarkedDocument
{
    private const string SomeTime = "2026-11-21T03:00:00.000Z";

    private readonly List<(string Member, string Marker)> _markers = [];

    public MarkedDocument(DocumentKind kind)
    {
        var json = Of(DocumentJson.GetTypeInfo(kind.Record), member: "", depth: 0)!;
        json["schema"] = kind.Schema;
        Document = DocumentJson.Read(JsonSerializer.SerializeToUtf8Bytes(json));
    }

    public object Document { get; }

    public IReadOnlyList<(string Member, string Marker)> Markers => _markers;

    private JsonNode? Of(JsonTypeInfo type, string member, int depth) => type.Kind switch
    {
        JsonTypeInfoKind.Object => new JsonObject(type.Properties.Where(property => property.Get is not null).Select(property =>
            KeyValuePair.Create(property.Name, Of(type.Options.GetTypeInfo(property.PropertyType), $"{type.Type.Name}.{property.Name}", depth + 1)))),
        JsonTypeInfoKind.Enumerable => new JsonArray(Of(type.Options.GetTypeInfo(type.ElementType!), member, depth + 1)),
        // The placeholder of a problem's sentence.
        JsonTypeInfoKind.Dictionary => new JsonObject { ["server"] = Of(type.Options.GetTypeInfo(type.ElementType!), member, depth + 1) },
        _ => Value(type, member),
    };

    private JsonNode? Value(JsonTypeInfo type, string member)
    {
        var value = Nullable.GetUnderlyingType(type.Type) ?? type.Type;
        return value == typeof(string) ? Text(member)
            : value == typeof(bool) ? member is not ("ScanDocument.anonymized" or "SqlDocument.anonymized" or "PlanDocument.anonymized")
            : value == typeof(Guid) ? Guid.Empty
            : value == typeof(DateTimeOffset) ? SomeTime
            : value == typeof(DateOnly) ? SomeTime[..10]
            : value.IsEnum ? JsonNamingPolicy.CamelCase.ConvertName(Enum.GetNames(value)[0])
            : value == typeof(Frequency) ? 2_000_000_000
            : 100;
    }

    private string Text(string member)
    {
        if (TextMembers.NoNames.Contains(member))
        {
            return "plain";
        }

        _markers.Add((member, $"zq{_markers.Count:000}x"));
        return _markers[^1].Marker;
    }
}
