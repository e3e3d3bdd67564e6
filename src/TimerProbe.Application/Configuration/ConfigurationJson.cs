namespace TimerProbe.Application.Configuration;

/// <summary>How the records of a configuration are read; <see cref="ConfigurationReader"/> looks at their values afterwards.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true,
    ReadCommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true, AllowDuplicateProperties = false,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(FileConfiguration))]
internal sealed partial class ConfigurationJson : JsonSerializerContext
{
    /// <summary>The records of one file.</summary>
    /// <param name="folder">The folder that relative paths start from.</param>
    /// <param name="place">Names the place of a byte of the file, such as <c>timerprobe.json:7</c>.</param>
    public static JsonTypeInfo<FileConfiguration> Create(string folder, Func<long, string> place) =>
        (JsonTypeInfo<FileConfiguration>)new JsonSerializerOptions(Default.Options)
        {
            TypeInfoResolver = Default.WithAddedModifier(type =>
            {
                // A member that is only worked out is no name of the file.
                foreach (var ignored in type.Properties.Where(member => member.Set is null).ToList())
                {
                    type.Properties.Remove(ignored);
                }

                foreach (var member in type.Properties)
                {
                    member.IsSetNullable = false;
                    member.CustomConverter = GetRule<TextAttribute>(member) switch
                    {
                        { } secret when member.PropertyType == typeof(SecretReference) => new TextConverter<SecretReference>(
                            secret, (text, offset) => new(GetKind(secret.Form), Resolve(secret.Form, text, folder), place(offset))),
                        { Form: TextForm.FilePath or TextForm.StoreTarget } path =>
                            new TextConverter<string>(path, (text, _) => Resolve(path.Form, text, folder)),
                        { Form: TextForm.Server } server =>
                            new TextConverter<VSphere.VSphereServer>(server, (text, _) => VSphere.VSphereServer.Parse(text)),
                        { Form: TextForm.Duration } duration =>
                            new TextConverter<TimeSpan?>(duration, (text, _) => DurationText.Parse(text)),
                        { Form: TextForm.Age } age => new TextConverter<TimeSpan?>(age, (text, _) => DurationText.ParseAge(text)),
                        _ => member.CustomConverter,
                    };
                }
            }),
        }.GetTypeInfo(typeof(FileConfiguration));

    public static TRule? GetRule<TRule>(JsonPropertyInfo member)
        where TRule : Attribute =>
            member.AttributeProvider?.GetCustomAttributes(typeof(TRule), inherit: true).Cast<TRule>().FirstOrDefault();

    private static Secrets.SecretKind GetKind(TextForm form) => form switch
    {
        TextForm.FilePath => Secrets.SecretKind.File,
        TextForm.Variable => Secrets.SecretKind.Environment,
        _ => Secrets.SecretKind.WindowsCredential,
    };

    private static string Resolve(TextForm form, string text, string folder) =>
        form == TextForm.FilePath || (form == TextForm.StoreTarget && !StoreTarget.NamesDatabase(text))
            ? Path.GetFullPath(text, folder)
            : text;

    /// <param name="parse">Makes the value of a text and of how many bytes precede it.</param>
    private sealed class TextConverter<T>(TextAttribute rule, Func<string, long, T> parse) : JsonConverter<T>
    {
        public override bool HandleNull => true;

        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            var text = reader.TokenType == JsonTokenType.String ? reader.GetString()! : throw new JsonException(rule.Takes);
            return rule.Validate(text) is { } wrong ? throw new JsonException(wrong) : parse(text, reader.TokenStartIndex);
        }

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => throw new NotSupportedException();
    }
}
