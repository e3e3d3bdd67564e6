using System.Text.Json.Nodes;

namespace TimerProbe.Architecture.Tests.Packages;

/// <summary>That no package of this repository is among those of .ci/advisories.</summary>
public sealed class AdvisoryTests
{
    private static readonly IReadOnlyList<Advisory> Advisories = Advisory.Read(File.ReadAllLines(Repository.Path(".ci", "advisories")));
    private static readonly string[] Folders = ["src", "tests"];

    public static TheoryData<string> LockFiles =>
    [
        .. Folders.SelectMany(folder => Directory.EnumerateFiles(Repository.Path(folder), "packages.lock.json", SearchOption.AllDirectories))
            .Select(file => Path.GetRelativePath(Repository.Root, file).Replace('\\', '/')).Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(LockFiles))]
    public void No_package_is_known_to_be_vulnerable(string lockFile) => Assert.Empty(Found(File.ReadAllText(Repository.Path(lockFile))));

    [Fact]
    public void Every_project_of_the_program_has_its_packages_locked() =>
        Assert.All(Product.Folders, project => Assert.Contains($"src/{Path.GetFileName(project)}/packages.lock.json", LockFiles.Select(row => row.Data)));

    [Theory]
    [InlineData("Microsoft.Data.SqlClient", "2.1.4", "CVE-2024-0056")]
    [InlineData("microsoft.data.sqlclient", "5.1.3-preview1", "CVE-2024-0056")]
    [InlineData("Microsoft.Data.SqlClient", "5.1.3", null)]
    [InlineData("Microsoft.Data.SqlClient", "5.1.10", null)]
    [InlineData("SQLitePCLRaw.lib.e_sqlite3", "2.0.6", "CVE-2025-6965")]
    [InlineData("SQLite", "3.39.4", "CVE-2025-6965")]
    [InlineData("Npgsql", "10.0.0", null)]
    [InlineData("Unknown", "0.0.1", null)]
    public void An_older_version_than_the_first_fixed_one_is_found(string package, string version, string? cve)
    {
        var locked = new JsonObject { [package] = new JsonObject { ["type"] = "Transitive", ["resolved"] = version }, ["timerprobe.core"] = new JsonObject { ["type"] = "Project" } };
        var file = new JsonObject { ["dependencies"] = new JsonObject { ["net10.0"] = locked } };
        Assert.Equal(cve is null ? [] : [$"{package}: {cve}"], Found(file.ToJsonString()));
    }

    private static IEnumerable<string> Found(string lockFile) =>
        from package in LockedPackage.Read(lockFile)
        from advisory in Advisories
        where advisory.Concerns(package)
        select $"{package.Name}: {advisory.Cve}";
}
