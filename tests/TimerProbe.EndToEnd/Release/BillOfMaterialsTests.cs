using System.Text.Json.Nodes;

namespace TimerProbe.EndToEnd.Release;

[Trait("Run", "all")]
public sealed class BillOfMaterialsTests(PackedRelease release)
{
    [Fact]
    public async Task It_lists_each_package_of_the_lock_files_with_its_hash()
    {
        var document = await ReadAsync(await release.FileAsync("*.cdx.json"));
        Assert.Equal(("CycloneDX", "1.5"), ((string?)document["bomFormat"], (string?)document["specVersion"]));
        var listed = document["components"]!.AsArray().Where(component => (string?)component!["type"] == "library").Select(component => $"{component!["purl"]} {component["hashes"]![0]!["content"]}");
        Assert.Equal((await LockedAsync()).Order(StringComparer.Ordinal), listed.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Each_has_a_licence_and_every_reference_leads_somewhere()
    {
        var document = await ReadAsync(await release.FileAsync("*.cdx.json"));
        var components = document["components"]!.AsArray();
        Assert.All(components, component => Assert.NotEmpty(component!["licenses"]!.AsArray()));
        var known = components.Select(component => (string?)component!["bom-ref"]).ToHashSet();
        Assert.Contains(document["dependencies"]!.AsArray(), dependency => dependency!["dependsOn"]!.AsArray().Count > 0);
        Assert.All(document["dependencies"]!.AsArray()
            .SelectMany(dependency => dependency!["dependsOn"]!.AsArray()), reference => Assert.Contains((string?)reference, known));
    }

    [Fact]
    public async Task What_is_not_shipped_is_excluded_and_the_runtime_that_is_shipped_is_listed()
    {
        var components = (await ReadAsync(await release.FileAsync("*.cdx.json")))["components"]!.AsArray();
        Assert.Equal(["Meziantou.Analyzer", "Microsoft.CodeAnalysis.BannedApiAnalyzers"], components.Where(component => (string?)component!["scope"] == "excluded").Select(component => (string?)component!["name"]));
        Assert.Equal(
            ["Microsoft.AspNetCore.App.Runtime.linux-x64", "Microsoft.AspNetCore.App.Runtime.win-x64", "Microsoft.NETCore.App.Runtime.linux-x64", "Microsoft.NETCore.App.Runtime.win-x64"],
            components.Where(component => (string?)component!["type"] == "framework").Select(component => (string?)component!["name"]));
    }

    private static async Task<HashSet<string>> LockedAsync()
    {
        var packages = new HashSet<string>();
        foreach (var file in Directory.GetFiles(Repository.Path("src"), "packages.lock.json", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/obj/", StringComparison.Ordinal)))
        {
            foreach (var (name, package) in (await ReadAsync(file))["dependencies"]!.AsObject().SelectMany(framework => framework.Value!.AsObject()))
            {
                if ((string?)package!["type"] != "Project")
                {
                    packages.Add($"pkg:nuget/{name}@{package["resolved"]} {Convert.ToHexStringLower(Convert.FromBase64String((string)package["contentHash"]!))}");
                }
            }
        }

        return packages;
    }

    private static async Task<JsonNode> ReadAsync(string file) => JsonNode.Parse(await File.ReadAllTextAsync(file, Cancel))!;
}
