using System.Globalization;
using System.Text.Json;
using TimerProbe.Cli.Configuration.Json;
using TimerProbe.Cli.Options;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads one object of a configuration file. A name that is asked for is thereby known; what nobody asked for is a problem.</summary>
internal sealed class SectionReader
{
    private readonly JsonValue _value;
    private readonly SortedSet<string> _known = new(StringComparer.Ordinal);

    public SectionReader(JsonValue value, string path, ReadingContext context)
    {
        (_value, Path, Context) = (value, path, context);
        if (!IsObject)
        {
            Complain(value.Place, $"{(path.Length == 0 ? "a configuration" : Named(path))} is an object: {{ \"name\": value, ... }}");
        }
    }

    /// <summary>Where it is, such as <c>vcenters[].filters</c>.</summary>
    public string Path { get; }

    public ReadingContext Context { get; }

    /// <summary>Where it begins.</summary>
    public JsonPlace Place => _value.Place;

    private bool IsObject => _value.Kind == JsonValueKind.Object;

    public void Complain(JsonPlace place, string message) => Context.Complain(place, message);

    /// <summary>The member of this name, whatever it is; null when there is none.</summary>
    public JsonMember? Member(string name)
    {
        _known.Add(name);
        return _value.Members.FirstOrDefault(member => member.Name == name);
    }

    /// <summary>A text that is not empty; null when there is none.</summary>
    public string? Text(string name) => Member(name) is { } member ? TextOf(member.Value, name) : null;

    /// <summary>A text that may not be missing; empty when it is.</summary>
    public string RequiredText(string name)
    {
        if (Member(name) is { } member)
        {
            return TextOf(member.Value, name) ?? "";
        }

        Missing(name);
        return "";
    }

    /// <summary>The path of a file or folder; null when there is none.</summary>
    public string? FilePath(string name) => Text(name) is { } path ? Context.Resolve(path) : null;

    /// <summary>The texts of an array; empty when there is none.</summary>
    public IReadOnlyList<string> Texts(string name) => [.. Items(name).Select(item => TextOf(item, name)).OfType<string>()];

    /// <summary>The items of an array; empty when there is none.</summary>
    public IReadOnlyList<JsonValue> Items(string name)
    {
        if (Member(name) is not { } member)
        {
            return [];
        }

        if (member.Value.Kind != JsonValueKind.Array)
        {
            Complain(member.Value.Place, $"{name} takes a list: [ ... ]");
        }

        return member.Value.Items;
    }

    public bool Flag(string name) => OptionalFlag(name) ?? false;

    public bool? OptionalFlag(string name)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        if (member.Value.Kind is not (JsonValueKind.True or JsonValueKind.False))
        {
            Complain(member.Value.Place, $"{name} is true or false");
        }

        return member.Value.Kind == JsonValueKind.True;
    }

    /// <summary>A whole number within limits; null when there is none.</summary>
    public int? Count(string name, int least, int most)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        // 3.0 is a whole number too, for JSON Schema and for people.
        if (NumberOf(member.Value) is { } number && number >= least && number <= most && number == Math.Floor(number))
        {
            return (int)number;
        }

        Complain(member.Value.Place, string.Create(CultureInfo.InvariantCulture, $"{name} takes a whole number from {least} to {most}"));
        return null;
    }

    /// <summary>A number above 0; null when there is none.</summary>
    public double? Positive(string name, double most)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        if (NumberOf(member.Value) is { } number && number > 0 && number <= most)
        {
            return number;
        }

        Complain(member.Value.Place, string.Create(CultureInfo.InvariantCulture, $"{name} takes a number above 0 and up to {most}"));
        return null;
    }

    public TimeSpan? Duration(string name)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        if (member.Value.Kind == JsonValueKind.String && DurationText.TryParse(member.Value.Text, out var duration))
        {
            return duration;
        }

        Complain(member.Value.Place, $"{name} takes a duration in quotes, such as \"30s\", \"10m\" or \"2h\", at most \"24h\"");
        return null;
    }

    /// <summary>One of a few words; null when there is none.</summary>
    public string? Choice(string name, IReadOnlyList<string> choices)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        if (member.Value.Kind == JsonValueKind.String && choices.Contains(member.Value.Text, StringComparer.Ordinal))
        {
            return member.Value.Text;
        }

        var meant = member.Value.Kind == JsonValueKind.String && NearestName.Of(member.Value.Text, choices) is { } near ? $"; did you mean \"{near}\"?" : "";
        Complain(member.Value.Place, $"{name} takes one of {string.Join(", ", choices.Select(choice => $"\"{choice}\""))}{meant}");
        return null;
    }

    /// <summary>An object in this one; null when there is none.</summary>
    public SectionReader? Section(string name) => Member(name) is { } member ? new SectionReader(member.Value, Below(name), Context) : null;

    /// <summary>The objects of an array.</summary>
    public IReadOnlyList<SectionReader> Sections(string name) => [.. Items(name).Select(item => new SectionReader(item, Below(name) + "[]", Context))];

    /// <summary>Says that a name is missing; where no object is, that was said before.</summary>
    public void Missing(string name)
    {
        if (IsObject)
        {
            Complain(Place, $"{Named(Path)} needs {name}");
        }
    }

    /// <summary>Says which of some members are there and exclude each other.</summary>
    public void AtMostOneOf(params string[] names)
    {
        JsonMember[] given = [.. names.Select(Member).OfType<JsonMember>().Where(member => member.Value.Kind != JsonValueKind.False)];
        foreach (var extra in given.Skip(1))
        {
            Complain(extra.Place, $"{given[0].Name} and {extra.Name} exclude each other");
        }
    }

    /// <summary>Complains of what nobody asked for. To be called when all was read.</summary>
    public void Finish()
    {
        Context.KnownNames[Path] = _known;
        foreach (var member in _value.Members.Where(member => !_known.Contains(member.Name)))
        {
            Complain(member.Place, UnknownName.Describe(member.Name, Named(Path), _known));
        }
    }

    /// <summary>What to call a section in a sentence.</summary>
    private static string Named(string path) => path switch
    {
        "" => "the configuration",
        _ when path.EndsWith("[]", StringComparison.Ordinal) => $"an entry of {path[..^2]}",
        _ => path,
    };

    private static double? NumberOf(JsonValue value) =>
        value.Kind == JsonValueKind.Number && double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number : null;

    private string Below(string name) => Path.Length == 0 ? name : $"{Path}.{name}";

    private string? TextOf(JsonValue value, string name)
    {
        if (value.Kind != JsonValueKind.String)
        {
            Complain(value.Place, $"{name} takes text in quotes");
            return null;
        }

        if (string.IsNullOrWhiteSpace(value.Text) || value.Text.Any(char.IsControl))
        {
            Complain(value.Place, $"{name} {(string.IsNullOrWhiteSpace(value.Text) ? "is empty: leave it out or fill it in" : "holds a control character")}");
            return null;
        }

        return value.Text;
    }
}
