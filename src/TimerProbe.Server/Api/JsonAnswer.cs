using System.Text.Json.Serialization;
using Microsoft.Net.Http.Headers;

namespace TimerProbe.Server.Api;

/// <summary>An answer in JSON whose ETag is a hash of it: a program need not fetch it again while it is the same.</summary>
internal sealed class JsonAnswer(byte[] json) : IResult
{
    private const int DigitsOfTag = 16;

    public static JsonAnswer From<T>(T answer) => new(JsonSerializer.SerializeToUtf8Bytes(answer, typeof(T), ApiJson.Default));

    public static JsonAnswer Embedded(string name)
    {
        using var stream = typeof(JsonAnswer).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"{name} is not embedded.");
        var json = new byte[stream.Length];
        stream.ReadExactly(json);
        return new JsonAnswer(json);
    }

    public Task ExecuteAsync(HttpContext httpContext)
    {
        var tag = new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(json).AsSpan(0, DigitsOfTag))}\"");
        httpContext.Response.Headers.CacheControl = "private, no-cache";
        return Results.Bytes(json, "application/json; charset=utf-8", entityTag: tag).ExecuteAsync(httpContext);
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(FleetAnswer))]
[JsonSerializable(typeof(Slice<VCenterView>))]
[JsonSerializable(typeof(Slice<ClusterView>))]
[JsonSerializable(typeof(Slice<MachineView>))]
[JsonSerializable(typeof(MachineAnswer))]
[JsonSerializable(typeof(Slice<Finding>))]
[JsonSerializable(typeof(Slice<GuestAnswer>))]
[JsonSerializable(typeof(Slice<ScheduledScanView>))]
[JsonSerializable(typeof(Slice<NodeView>))]
[JsonSerializable(typeof(Slice<AlertView>))]
[JsonSerializable(typeof(AcknowledgeAnswer))]
[JsonSerializable(typeof(AuditPage))]
[JsonSerializable(typeof(DocumentAccepted))]
internal sealed partial class ApiJson : JsonSerializerContext;
