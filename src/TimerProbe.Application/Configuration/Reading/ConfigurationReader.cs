using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Application.Configuration;

/// <summary>
/// Reads the text of a configuration file, and finds everything wrong with it at once: it goes over the text beside the records
/// that are to be filled, and then fills them.
/// </summary>
internal sealed class ConfigurationReader
{
    private static readonly string[] NamesOfSecrets = [
        "password", "passwd", "pwd", "pass", "secret", "clientsecret", "token", "apikey", "api_key", "hmac", "credential", "credentials"
    ];

    private readonly List<ConfigurationProblem> _problems = [];
    private readonly string _file;
    private readonly ConfigurationText _text;
    private readonly JsonTypeInfo _type;
    private int _start;

    private ConfigurationReader(string file, byte[] utf8)
    {
        (_file, _text) = (file, new ConfigurationText(utf8));
        _type = ConfigurationJson.Create(
            Path.GetDirectoryName(Path.GetFullPath(file)) ?? "", offset => $"{file}:{_text.At(_start + (int)offset)}");
    }

    /// <summary>What a text says, not to be used when something is wrong; and what is wrong, in the order of the text.</summary>
    /// <param name="text">The text in UTF-8, with a byte order mark or without.</param>
    public static (FileConfiguration Configuration, IReadOnlyList<ConfigurationProblem> Problems) Read(string file, byte[] text)
    {
        var reader = new ConfigurationReader(
            file, text.AsSpan().StartsWith(Encoding.UTF8.Preamble) ? text[Encoding.UTF8.Preamble.Length..] : text);
        return (reader.Read(), [.. reader._problems.OrderBy(problem => problem.Place.Line).ThenBy(problem => problem.Place.Column)]);
    }

    private FileConfiguration Read()
    {
        var nothing = new FileConfiguration { File = _file };
        try
        {
            using var document = _text.Parse();
            if (IsDocument(document.RootElement) || !Section(document.RootElement, _type, ""))
            {
                return nothing;
            }

            var configuration = (FileConfiguration)Fill(document.RootElement, _type) with { File = _file };
            Fit(configuration, document.RootElement);
            return configuration;
        }
        catch (NotJsonException ex)
        {
            Complain(ex.Offset, ex.Message);
            return nothing;
        }
    }

    private bool IsDocument(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object
            || !root.TryGetProperty("schema", out var named)
            || named.ValueKind != JsonValueKind.String
            || named.GetString() is not { } schema
            || !DocumentKind.All.Any(kind => kind.Schema == schema || kind.IsBefore(schema)))
        {
            return false;
        }

        var advice = DocumentKind.All.Any(kind => kind.Schema == schema)
            ? "timerprobe report --from reads it"
            : "a later version wrote it";
        Complain(_text.GetOffset(root), $"this is a document, {schema}, and no configuration: {advice}");
        return true;
    }

    private bool Section(JsonElement section, JsonTypeInfo type, string path)
    {
        if (section.ValueKind != JsonValueKind.Object)
        {
            return Refuse(
                _text.GetOffset(section),
                $"{(path.Length == 0 ? "a configuration" : Named(path))} must be an object: {{ \"name\": value, ... }}");
        }

        var known = type.Properties.Where(member => member.Set is not null).ToDictionary(member => member.Name);
        var given = new Dictionary<string, JsonProperty>();
        var isWhole = true;
        foreach (var member in section.EnumerateObject())
        {
            var offset = _text.GetOffset(member);
            if (!given.TryAdd(member.Name, member))
            {
                isWhole = Refuse(offset, "the same name appears twice in one object");
            }
            else if (known.TryGetValue(member.Name, out var property))
            {
                isWhole &= Member(member.Value, property, path.Length == 0 ? member.Name : $"{path}.{member.Name}");
            }
            else
            {
                Complain(offset, Unknown(member.Name, Named(path), known.Values));
            }
        }

        foreach (var missing in known.Values.Where(member => member.IsRequired && !given.ContainsKey(member.Name)))
        {
            isWhole = Refuse(_text.GetOffset(section), $"{Named(path)} needs {missing.Name}");
        }

        foreach (var group in type.Type.GetCustomAttributes<AtMostOneOfAttribute>())
        {
            var several = group.Names
                .Where(name => given.TryGetValue(name, out var member) && member.Value.ValueKind != JsonValueKind.False)
                .ToList();
            foreach (var extra in several.Skip(1))
            {
                Complain(_text.GetOffset(given[extra]), $"{several[0]} and {extra} cannot be used together");
            }
        }

        if (isWhole && path.Length > 0 && type.Type.IsAssignableTo(typeof(ISection)))
        {
            Fit((ISection)Fill(section, type), section);
        }

        return isWhole;
    }

    private bool Member(JsonElement value, JsonPropertyInfo member, string path)
    {
        var type = member.Options.GetTypeInfo(Nullable.GetUnderlyingType(member.PropertyType) ?? member.PropertyType);
        return type.Kind switch
        {
            _ when member.CustomConverter is not null => Value(value, member, type.Type),
            JsonTypeInfoKind.Object => Section(value, type, path),
            JsonTypeInfoKind.Enumerable
                when value.ValueKind != JsonValueKind.Array => Refuse(_text.GetOffset(value), $"{member.Name} takes a list: [ ... ]"),
            JsonTypeInfoKind.Enumerable => Items(value, member, member.Options.GetTypeInfo(type.ElementType!), path + "[]"),
            _ => Value(value, member, type.Type),
        };
    }

    private bool Items(JsonElement list, JsonPropertyInfo member, JsonTypeInfo type, string path)
    {
        if (list.GetArrayLength() == 0 && ConfigurationJson.GetRule<NotEmptyAttribute>(member) is not null)
        {
            Complain(_text.GetOffset(list), $"{member.Name} is empty: list at least one");
        }

        var isWhole = true;
        foreach (var item in list.EnumerateArray())
        {
            isWhole &= type.Kind == JsonTypeInfoKind.Object ? Section(item, type, path) : Value(item, member, type.Type);
        }

        return isWhole;
    }

    private bool Value(JsonElement value, JsonPropertyInfo member, Type type) =>
        FindProblem(value, member, type) is not { } wrong || Refuse(_text.GetOffset(value), wrong);

    private static string? FindProblem(JsonElement value, JsonPropertyInfo member, Type type) =>
        type == typeof(bool) ? value.ValueKind is JsonValueKind.True or JsonValueKind.False ? null : $"{member.Name} is true or false"
        : ConfigurationJson.GetRule<RangeAttribute>(member) is { } range ? WrongOfNumber(value, member.Name, range)
        : ConfigurationJson.GetRule<AllowedValuesAttribute>(member) is { } words
            ? WrongOfWord(value, member.Name, [.. words.Values.Cast<string>()])
        : (ConfigurationJson.GetRule<TextAttribute>(member) ?? TextAttribute.Any).Wrong(member.Name, value);

    private static string? WrongOfNumber(JsonElement value, string name, RangeAttribute range)
    {
        var isWhole = range.OperandType == typeof(int);
        var least = Convert.ToDouble(range.Minimum, CultureInfo.InvariantCulture);
        var most = Convert.ToDouble(range.Maximum, CultureInfo.InvariantCulture);
        var isRight = value.ValueKind == JsonValueKind.Number
            && value.TryGetDouble(out var number)
            && number <= most
            && (isWhole ? number >= least && number == Math.Floor(number) : number > least);
        return isRight ? null
            : isWhole ? $"{name} takes a whole number from {least} to {most}"
            : $"{name} takes a number above {least} and up to {most}";
    }

    private static string? WrongOfWord(JsonElement value, string name, string[] words)
    {
        var given = value.ValueKind == JsonValueKind.String ? value.GetString() : null;
        var meant = given is not null && NearestName.Of(given, words) is { } near ? $"; did you mean \"{near}\"?" : "";
        return words.Contains(given)
            ? null
            : $"{name} takes one of {string.Join(", ", words.Select(word => $"\"{word}\""))}{meant}";
    }

    private object Fill(JsonElement section, JsonTypeInfo type)
    {
        _start = _text.GetOffset(section);
        return JsonSerializer.Deserialize(JsonMarshal.GetRawUtf8Value(section), type)!;
    }

    private void Fit(ISection section, JsonElement text)
    {
        foreach (var misfit in section.Validate())
        {
            var named = text.EnumerateObject().Where(member => member.NameEquals(misfit.Path)).Select(_text.GetOffset);
            Complain(named.FirstOrDefault(_text.GetOffset(Below(text, misfit.Path))), misfit.Message);
        }
    }

    private static JsonElement Below(JsonElement section, string path) => path.Split(['.', '[', ']'], StringSplitOptions.RemoveEmptyEntries)
        .Aggregate(
            section,
            (value, part) => int.TryParse(part, CultureInfo.InvariantCulture, out var index) ? value[index] : value.GetProperty(part));

    private bool Refuse(int offset, string message)
    {
        Complain(offset, message);
        return false;
    }

    private void Complain(int offset, string message) => _problems.Add(new ConfigurationProblem(_file, _text.At(offset), message));

    private static string Named(string path) => path switch
    {
        "" => "the configuration",
        [.. var list, '[', ']'] => $"an entry of {list}",
        _ => path,
    };

    private static string Unknown(string name, string section, IEnumerable<JsonPropertyInfo> known)
    {
        var names = known.Select(member => member.Name).Order(StringComparer.Ordinal).ToList();
        if (NamesOfSecrets.Contains(name, StringComparer.OrdinalIgnoreCase))
        {
            var references = string.Join(
                " or ",
                known.Where(member => ConfigurationJson.GetRule<SecretAttribute>(member) is not null)
                    .Select(member => member.Name)
                    .Order(StringComparer.Ordinal));
            return $"a secret does not belong in this file, which others may read and keep: {(references.Length == 0 ? "remove it" : $"name where it is kept, with {references}")}";
        }

        var meant = NearestName.Of(name, names) is { } near ? $"did you mean \"{near}\"?" : $"it has {string.Join(", ", names)}";
        return $"{section} has no member of this name; {meant}";
    }
}
