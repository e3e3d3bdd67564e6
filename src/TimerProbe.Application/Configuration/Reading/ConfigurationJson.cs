using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Application.Configuration;

/// <summary>
/// How the records of a configuration are read; what a name or value may be, <see cref="ConfigurationReader"/> has looked at
/// before.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true,
    ReadCommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true,
    Converters = [typeof(DifferenceConverter), typeof(WholeNumberConverter)])]
[JsonSerializable(typeof(FileConfiguration))]
internal sealed partial class ConfigurationJson : JsonSerializerContext
{
    /// <summary>The records of one file.</summary>
    /// <param name="place">Names the place of a byte of what is read, such as <c>timerprobe.json:7:9</c>.</param>
    public static JsonTypeInfo Create(string folder, Func<long, string> place) => new JsonSerializerOptions(Default.Options)
    {
        TypeInfoResolver = Default.WithAddedModifier(type =>
        {
            foreach (var member in type.Properties)
            {
                member.CustomConverter = GetRule<TextAttribute>(member) switch
                {
                    SecretAttribute secret => new SecretConverter(secret, folder, place),
                    FilePathAttribute path => new ParsedConverter<string>(text => path.Resolve(text, folder)),
                    ServerAttribute => new ParsedConverter<VSphere.VSphereServer>(VSphere.VSphereServer.Parse),
                    DurationAttribute => new ParsedConverter<TimeSpan?>(DurationText.Parse),
                    AgeAttribute => new ParsedConverter<TimeSpan?>(AgeText.Parse),
                    _ => member.CustomConverter,
                };
            }
        }),
    }.GetTypeInfo(typeof(FileConfiguration));

    public static TRule? GetRule<TRule>(JsonPropertyInfo member)
        where TRule : Attribute =>
            member.AttributeProvider?.GetCustomAttributes(typeof(TRule), inherit: true).Cast<TRule>().FirstOrDefault();
}

/// <summary>A relative difference of any size: documents take only such as can be measured.</summary>
internal sealed class DifferenceConverter : ReadingConverter<PartsPerMillion>
{
    public override PartsPerMillion Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(reader.GetDouble());
}

/// <summary>3.0 is a whole number too, for JSON Schema and for people.</summary>
internal sealed class WholeNumberConverter : ReadingConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        checked((int)reader.GetDouble());
}

internal sealed class ParsedConverter<T>(Func<string, T> parse) : ReadingConverter<T>
{
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => parse(reader.GetString()!);
}

internal sealed class SecretConverter(SecretAttribute secret, string folder, Func<long, string> place) : ReadingConverter<SecretReference>
{
    public override SecretReference Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(secret.Kind, secret.Resolve(reader.GetString()!, folder), place(reader.TokenStartIndex));
}

internal abstract class ReadingConverter<T> : JsonConverter<T>
{
    public sealed override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => throw new NotSupportedException();
}
