using System.Collections;
using System.Reflection;

namespace TimerProbe.Application.Configuration;

/// <summary>
/// Reads the text of a configuration file. What does not fit its records ends the reading, with the line; of what does, everything
/// that is wrong is found at once, with the path of each value. No value is repeated: it may be a secret.
/// </summary>
internal sealed partial class ConfigurationReader
{
    private static readonly string[] NamesOfSecrets = [
        "password", "passwd", "pwd", "pass", "secret", "clientsecret", "token", "apikey", "api_key", "hmac", "credential", "credentials"
    ];

    private static readonly TextAttribute AnyText = new(TextForm.Any);

    private readonly List<string> _problems = [];

    /// <summary>What a text says, not to be used when something is wrong; and what is wrong.</summary>
    /// <param name="bytes">The text in UTF-8, or in UTF-16 with a byte order mark.</param>
    public static (FileConfiguration Configuration, IReadOnlyList<string> Problems) Read(string file, byte[] bytes)
    {
        ReadOnlyMemory<byte> text;
        try
        {
            text = ExternalText.ToUtf8(bytes);
        }
        catch (FileRefusedException ex)
        {
            return (new FileConfiguration { File = file }, [$"{file}: {ex.Message}"]);
        }

        var type = ConfigurationJson.Create(
            Path.GetDirectoryName(Path.GetFullPath(file)) ?? "",
            offset => $"{file}:{text.Span[..(int)offset].Count((byte)'\n') + 1}");
        try
        {
            var configuration = (JsonSerializer.Deserialize(text.Span, type)
                ?? throw new JsonException("takes an object: { \"name\": value, ... }")) with
            { File = file };
            var reader = new ConfigurationReader();
            reader.Validate(configuration, type, "");
            return (configuration, [.. reader._problems.Select(problem => $"{file}: {problem}")]);
        }
        catch (JsonException ex)
        {
            var column = ex.InnerException is JsonException ? $":{ex.BytePositionInLine + 1}" : "";
            return (new FileConfiguration { File = file }, [$"{file}:{(ex.LineNumber ?? 0) + 1}{column}: {GetSentence(ex, text, type)}"]);
        }
    }

    private void Validate(object section, JsonTypeInfo type, string path)
    {
        var before = _problems.Count;
        var members = type.Properties.ToDictionary(member => member.Name, member => (Member: member, Value: member.Get!(section)));
        foreach (var (name, (member, value)) in members)
        {
            Validate(value, member, Join(path, name));
        }

        foreach (var group in type.Type.GetCustomAttributes<AtMostOneOfAttribute>())
        {
            var several = group.Names.Where(name => members[name].Value is not (null or false)).ToList();
            foreach (var extra in several.Skip(1))
            {
                Add(Join(path, extra), $"{several[0]} and {extra} cannot be used together");
            }
        }

        foreach (var (below, message) in _problems.Count == before && section is ISection together ? together.Validate() : [])
        {
            Add(Join(path, below), message);
        }
    }

    private void Validate(object? value, JsonPropertyInfo member, string path)
    {
        switch (value)
        {
            case string or Uri:
                ValidateText(value.ToString()!, member, path);
                break;
            case IList list:
                if (list.Count == 0 && ConfigurationJson.GetRule<NotEmptyAttribute>(member) is not null)
                {
                    Add(path, "is empty: list at least one");
                }

                foreach (var (i, item) in list.Cast<object?>().Index())
                {
                    if (item is null)
                    {
                        Add($"{path}[{i}]", "is null: remove it or fill it in");
                    }

                    Validate(item, member, $"{path}[{i}]");
                }

                break;
            case int or double or PartsPerMillion:
                var number = value is PartsPerMillion difference ? difference.Value : Convert.ToDouble(value);
                if (ConfigurationJson.GetRule<RangeAttribute>(member) is { } range
                    && (number > Convert.ToDouble(range.Maximum)
                        || number < Convert.ToDouble(range.Minimum)
                        || (range.MinimumIsExclusive && number == Convert.ToDouble(range.Minimum))))
                {
                    Add(path, GetTakes(member));
                }

                break;
            case not null when member.CustomConverter is null && GetSection(member) is { Kind: JsonTypeInfoKind.Object } type:
                Validate(value, type, path);
                break;
        }
    }

    private void ValidateText(string text, JsonPropertyInfo member, string path)
    {
        var words = ConfigurationJson.GetRule<AllowedValuesAttribute>(member)?.Values.Cast<string>().ToList();
        var wrong = words is null ? (ConfigurationJson.GetRule<TextAttribute>(member) ?? AnyText).Validate(text)
            : words.Contains(text) ? null
            : $"{GetTakes(member)}{(NearestName.Of(text, words) is { } near ? $"; did you mean \"{near}\"?" : "")}";
        if (wrong is not null)
        {
            Add(path, wrong);
        }
    }

    private void Add(string path, string message) => _problems.Add(At(path, message));

    private static string At(string path, string message) => path.Length == 0 ? message : $"{path}: {message}";

    private static string Join(string path, string name) => path.Length == 0 || name.Length == 0 ? path + name : $"{path}.{name}";

    private static bool IsList(JsonPropertyInfo member) =>
        member.Options.GetTypeInfo(member.PropertyType).Kind == JsonTypeInfoKind.Enumerable;

    /// <summary>The type of a member, or of an item of its list.</summary>
    private static JsonTypeInfo GetSection(JsonPropertyInfo member)
    {
        var type = member.Options.GetTypeInfo(member.PropertyType);
        return type.Kind == JsonTypeInfoKind.Enumerable ? member.Options.GetTypeInfo(type.ElementType!) : type;
    }

    private static string GetTakes(JsonPropertyInfo member) =>
        ConfigurationJson.GetRule<RangeAttribute>(member) is { } range
            ? range.MinimumIsExclusive
                ? $"takes a number above {range.Minimum} and up to {range.Maximum}"
                : $"takes a whole number from {range.Minimum} to {range.Maximum}"
        : ConfigurationJson.GetRule<AllowedValuesAttribute>(member) is { } words
            ? $"takes one of {string.Join(", ", words.Values.Select(word => $"\"{word}\""))}"
        : member.PropertyType == typeof(bool) || member.PropertyType == typeof(bool?) ? "is true or false"
        : ConfigurationJson.GetRule<TextAttribute>(member) is { } text ? text.Takes
        : GetSection(member).Kind == JsonTypeInfoKind.Object ? "takes an object: { \"name\": value, ... }"
        : AnyText.Takes;

    private static string GetSentence(JsonException wrong, ReadOnlyMemory<byte> text, JsonTypeInfo root)
    {
        var said = DocumentSlip.WithoutPlace(wrong);
        if (wrong.InnerException is JsonException)
        {
            return BareWord().IsMatch(said) ? "this is not JSON: a bare word can only be true, false or null; text goes in quotes"
                : said.Contains("JSON tokens", StringComparison.Ordinal) ? "the file holds no configuration: the minimum is {}"
                : $"this is not JSON: {said}";
        }

        const string beforeName = "The JSON property '";
        const string beforeNames = "required properties including: ";
        var path = wrong.Path is { Length: > 2 } whole ? whole[2..] : "";
        if (said.IndexOf("' could not be mapped", StringComparison.Ordinal) is > 0 and var end)
        {
            // The path ends with .name, or with ['name'].
            var name = said[beforeName.Length..end];
            var parent = path[..^Math.Min(path.Length, name.Length + (path.EndsWith("']", StringComparison.Ordinal) ? 4 : 1))];
            return name == "schema" && parent.Length == 0 && GetDocumentSentence(text) is { } document ? document
                : At(parent, GetUnknownSentence(name, Find(root, parent).Section));
        }

        return At(path, said.StartsWith("Duplicate property", StringComparison.Ordinal) ? "the same name appears twice in one object"
            : said.IndexOf(beforeNames, StringComparison.Ordinal) is > 0 and var at
                ? $"needs {said[(at + beforeNames.Length)..].Replace("'", "", StringComparison.Ordinal)}"
            : !said.Contains("could not be converted", StringComparison.Ordinal)
                && !said.Contains("null values", StringComparison.Ordinal) ? said
            : Find(root, path).Member is not { } member ? "a configuration takes an object: { \"name\": value, ... }"
            : IsList(member) && !path.EndsWith(']') ? "takes a list: [ ... ]"
            : GetTakes(member));
    }

    /// <summary>The section that a path ends in or leads to, and the member whose value or item it is; null for the whole.</summary>
    private static (JsonTypeInfo Section, JsonPropertyInfo? Member) Find(JsonTypeInfo section, string path)
    {
        JsonPropertyInfo? member = null;
        foreach (var name in path.Split('.', StringSplitOptions.RemoveEmptyEntries).Select(part => part.Split('[')[0]))
        {
            member = section.Properties.FirstOrDefault(item => item.Name == name);
            section = member is null ? section : GetSection(member);
        }

        return (section, member);
    }

    /// <summary>Null where the text breaks off behind its "schema", or that is no document's.</summary>
    private static string? GetDocumentSentence(ReadOnlyMemory<byte> text)
    {
        string schema;
        try
        {
            using var document = JsonDocument.Parse(
                text, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            schema = document.RootElement.GetProperty("schema").GetRawText().Trim('"');
        }
        catch (JsonException)
        {
            return null;
        }

        return DocumentKind.All.Any(kind => kind.Schema == schema)
                ? $"this is a document, {schema}, and no configuration: timerprobe report --from reads it"
            : DocumentKind.All.Any(kind => kind.IsBefore(schema))
                ? $"this is a document, {schema}, and no configuration: a later version wrote it"
            : null;
    }

    private static string GetUnknownSentence(string name, JsonTypeInfo section)
    {
        var known = section.Properties.OrderBy(member => member.Name, StringComparer.Ordinal).ToList();
        if (NamesOfSecrets.Contains(name, StringComparer.OrdinalIgnoreCase))
        {
            var references = string.Join(
                " or ", known.Where(member => member.PropertyType == typeof(SecretReference)).Select(member => member.Name));
            return $"a secret does not belong in this file, which others may read and keep: {(references.Length == 0 ? "remove it" : $"name where it is kept, with {references}")}";
        }

        var names = known.Select(member => member.Name).ToList();
        var meant = NearestName.Of(name, names) is { } near ? $"did you mean \"{near}\"?" : $"it has {string.Join(", ", names)}";
        return $"there is no member of this name here; {meant}";
    }

    [GeneratedRegex(@"'.{2,}' is an invalid|is an invalid JSON literal", RegexOptions.ExplicitCapture | RegexOptions.Singleline, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex BareWord();
}
