using System.Text.Json.Serialization;
using System.Xml.Linq;

namespace TimerProbe.Tests.Schemas;

/// <summary>The summaries of documentation comments, which the compiler leaves beside the assembly, as plain sentences.</summary>
internal static partial class Summary
{
    private static readonly ConcurrentDictionary<Assembly, Dictionary<string, XElement>> Members = new();

    public static string Of(Type type) => Text(type, $"T:{type.FullName}");

    /// <summary>The summary of a member of one, and whether documents leave it out.</summary>
    public static string Of(JsonPropertyInfo property)
    {
        var member = property.DeclaringType.GetProperties().First(item => GetName(item) == property.Name);
        var text = Text(member.DeclaringType!, $"P:{member.DeclaringType!.FullName}.{member.Name}");
        return member.GetCustomAttribute<JsonIgnoreAttribute>() is null || text.Contains("left out", StringComparison.Ordinal)
            ? text : $"{text} Left out where it has no value.";
    }

    private static string GetName(PropertyInfo property) =>
        property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name ?? JsonNamingPolicy.CamelCase.ConvertName(property.Name);

    private static string Text(Type type, string name) =>
        Members.GetOrAdd(type.Assembly, Read).TryGetValue(name, out var member) && member.Element("summary") is { } summary
        ? Blanks().Replace(string.Concat(summary.Nodes().Select(Words)), " ").Trim() : throw new InvalidOperationException($"{name} has no summary.");

    private static Dictionary<string, XElement> Read(Assembly assembly) => XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml"))
        .Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);

    private static string Words(XNode node) => node switch
    {
        XText text => text.Value,
        XElement { Name.LocalName: "c" } code => $"`{code.Value}`",
        XElement { Name.LocalName: "see" } see when see.Attribute("cref")!.Value is ['P', ':', ..] reference => $"`{JsonNamingPolicy.CamelCase.ConvertName(reference.Split('.')[^1])}`",
        _ => throw new InvalidOperationException($"{node} tells nothing to who reads a document."),
    };

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Blanks();
}
