using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Application.Configuration.Members;
using TimerProbe.Application.Secrets;
using TimerProbe.Core.Units;
using TimerProbe.VSphere;

namespace TimerProbe.Application.Configuration.Reading;

/// <summary>The address of a vCenter.</summary>
internal sealed class ServerConverter : ReadingConverter<VSphereServer>
{
    public override VSphereServer Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => VSphereServer.Parse(reader.GetString()!);
}

/// <summary>A duration, as options take it.</summary>
internal sealed class DurationConverter : ReadingConverter<TimeSpan>
{
    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        DurationText.TryParse(reader.GetString()!, out var duration) ? duration : throw new JsonException();
}

/// <summary>An age, as options take it.</summary>
internal sealed class AgeConverter : ReadingConverter<TimeSpan?>
{
    public override TimeSpan? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        AgeText.TryParse(reader.GetString()!, out var age) ? age : throw new JsonException();
}

/// <summary>A relative difference of any size: documents take only such as can be measured.</summary>
internal sealed class DifferenceConverter : ReadingConverter<PartsPerMillion>
{
    public override PartsPerMillion Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDouble());
}

/// <summary>3.0 is a whole number too, for JSON Schema and for people.</summary>
internal sealed class WholeNumberConverter : ReadingConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => checked((int)reader.GetDouble());
}

/// <summary>The path of a file or folder, made absolute.</summary>
internal sealed class PathConverter(FilePathAttribute path, string folder) : ReadingConverter<string>
{
    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => path.Resolve(reader.GetString()!, folder);
}

/// <summary>Where a secret is kept, and where that is said.</summary>
internal sealed class SecretConverter(SecretAttribute secret, string folder, Func<long, string> place) : ReadingConverter<SecretReference>
{
    public override SecretReference Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(secret.Kind, secret.Resolve(reader.GetString()!, folder), place(reader.TokenStartIndex));
}

/// <summary>A value that is read and never written.</summary>
internal abstract class ReadingConverter<T> : JsonConverter<T>
{
    public sealed override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => throw new NotSupportedException();
}
