#:property PublishAot=false
// The packages of lock files, and the runtimes that the single files carry, as a CycloneDX document on standard output:
// sbom.cs VERSION RUNTIME-VERSION FILE...
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

var (version, runtime, files) = (args[0], args[1], args[2..]);
var packages = files.SelectMany(Packages).DistinctBy(package => package.Reference).OrderBy(package => package.Reference, StringComparer.Ordinal).ToList();
var document = new JsonObject
{
    ["bomFormat"] = "CycloneDX",
    ["specVersion"] = "1.5",
    ["version"] = 1,
    ["metadata"] = new JsonObject { ["component"] = Component("application", "TimerProbe", version, "MIT") },
    ["components"] = new JsonArray([
        .. packages.Select(package => package.Describe()),
        .. from framework in new[] { "AspNetCore", "NETCore" }
           from platform in new[] { "linux-x64", "win-x64" }
           select Component("framework", $"Microsoft.{framework}.App.Runtime.{platform}", runtime, "MIT"),
    ]),
    ["dependencies"] = new JsonArray([.. packages.Select(package => new JsonObject { ["ref"] = package.Reference, ["dependsOn"] = new JsonArray([.. DependsOn(package)]) })]),
};
Console.Out.WriteLine(document.ToJsonString(new JsonSerializerOptions { WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }));

IEnumerable<JsonNode> DependsOn(Package package) =>
    package.Needs.Select(name => packages.FirstOrDefault(other => string.Equals(other.Name, name, StringComparison.OrdinalIgnoreCase))?.Reference).OfType<string>().Select(reference => (JsonNode)reference);

static IEnumerable<Package> Packages(string file) =>
    from framework in JsonNode.Parse(File.ReadAllText(file))!["dependencies"]!.AsObject()
    from package in framework.Value!.AsObject()
    where (string?)package.Value!["type"] != "Project"
    select new Package(package.Key, package.Value!);

static JsonObject Component(string type, string name, string version, string licence) => new()
{
    ["type"] = type,
    ["bom-ref"] = $"pkg:nuget/{name}@{version}",
    ["name"] = name,
    ["version"] = version,
    ["purl"] = $"pkg:nuget/{name}@{version}",
    ["licenses"] = new JsonArray(new JsonObject { ["license"] = new JsonObject { ["id"] = licence } }),
};

internal sealed class Package(string name, JsonNode locked)
{
    private static readonly string Folder = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    public string Name => name;

    public string Version { get; } = (string)locked["resolved"]!;

    public string Reference => $"pkg:nuget/{Name}@{Version}";

    public IEnumerable<string> Needs => locked["dependencies"]?.AsObject().Select(needed => needed.Key) ?? [];

    public JsonObject Describe()
    {
        var about = About();
        var component = new JsonObject { ["type"] = "library", ["bom-ref"] = Reference, ["name"] = Name, ["version"] = Version, ["purl"] = Reference };
        // Analyzers are not shipped.
        component["scope"] = Text(about, "developmentDependency") == "true" ? "excluded" : "required";
        // The hash of the package's content, as NuGet verifies it when it restores.
        component["hashes"] = new JsonArray(new JsonObject { ["alg"] = "SHA-512", ["content"] = Convert.ToHexStringLower(Convert.FromBase64String((string)locked["contentHash"]!)) });
        if (Licence(about) is { } licence)
        {
            component["licenses"] = new JsonArray(licence);
        }

        return component;
    }

    private static JsonObject? Licence(XElement? about)
    {
        var element = about?.Elements().FirstOrDefault(element => element.Name.LocalName == "license");
        return (string?)element?.Attribute("type") == "expression" && element!.Value.Contains(' ', StringComparison.Ordinal) ? new JsonObject { ["expression"] = element.Value }
            : (string?)element?.Attribute("type") == "expression" ? new JsonObject { ["license"] = new JsonObject { ["id"] = element!.Value } }
            : element is not null ? new JsonObject { ["license"] = new JsonObject { ["name"] = $"the package's file {element.Value}" } }
            : Text(about, "licenseUrl") is { } url ? new JsonObject { ["license"] = new JsonObject { ["name"] = "see its page", ["url"] = url } }
            : null;
    }

    private static string? Text(XElement? about, string name) => about?.Elements().FirstOrDefault(element => element.Name.LocalName == name)?.Value;

    private XElement? About()
    {
        var file = Path.Combine(Folder, Name.ToLowerInvariant(), Version.ToLowerInvariant(), Name.ToLowerInvariant() + ".nuspec");
        return File.Exists(file) ? XDocument.Load(file).Root!.Elements().Single(element => element.Name.LocalName == "metadata") : null;
    }
}
