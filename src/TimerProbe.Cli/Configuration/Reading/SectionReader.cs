using System.Text.Json;
using TimerProbe.Cli.Configuration.Json;

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

    private string Below(string name) => Path.Length == 0 ? name : $"{Path}.{name}";
}
