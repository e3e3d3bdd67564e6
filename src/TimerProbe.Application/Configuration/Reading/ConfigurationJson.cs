using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using TimerProbe.Application.Configuration.Members;
using TimerProbe.Application.Secrets;

namespace TimerProbe.Application.Configuration.Reading;

/// <summary>How the records of a configuration are read; what a name or value may be, <see cref="ConfigurationReader"/> has looked at before.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true,
    ReadCommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true,
    Converters = [typeof(ServerConverter), typeof(DurationConverter), typeof(DifferenceConverter), typeof(WholeNumberConverter)])]
[JsonSerializable(typeof(FileConfiguration))]
internal sealed partial class ConfigurationJson : JsonSerializerContext
{
    /// <summary>The records of one file.</summary>
    /// <param name="folder">The folder from which its relative paths are meant.</param>
    /// <param name="place">Names the place of a byte of what is read, such as <c>timerprobe.json:7:9</c>.</param>
    public static JsonTypeInfo Create(string folder, Func<long, string> place) => new JsonSerializerOptions(Default.Options)
    {
        TypeInfoResolver = Default.WithAddedModifier(type =>
        {
            foreach (var member in type.Properties)
            {
                member.CustomConverter = member.Rule<FilePathAttribute>() switch
                {
                    SecretAttribute secret => new SecretConverter(secret, folder, place),
                    { } path => new PathConverter(path, folder),
                    null when member.Rule<AgeAttribute>() is not null => new AgeConverter(),
                    _ => member.CustomConverter,
                };
            }
        }),
    }.GetTypeInfo(typeof(FileConfiguration));
}

/// <summary>What is said of a member beside it.</summary>
internal static class MemberRules
{
    /// <summary>The rule of this kind; null for none.</summary>
    public static TRule? Rule<TRule>(this JsonPropertyInfo member)
        where TRule : Attribute => member.AttributeProvider?.GetCustomAttributes(typeof(TRule), inherit: true).Cast<TRule>().FirstOrDefault();
}
