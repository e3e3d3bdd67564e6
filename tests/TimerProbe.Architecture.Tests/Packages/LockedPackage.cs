using System.Text.Json.Nodes;

namespace TimerProbe.Architecture.Tests.Packages;

/// <summary>A package of a packages.lock.json.</summary>
internal sealed record LockedPackage(string Name, PackageVersion Version)
{
    public static IEnumerable<LockedPackage> Read(string json) =>
        from framework in JsonNode.Parse(json)!["dependencies"]!.AsObject()
        from package in framework.Value!.AsObject()
        where (string?)package.Value!["type"] != "Project"
        select new LockedPackage(package.Key, PackageVersion.Parse((string)package.Value!["resolved"]!));
}
