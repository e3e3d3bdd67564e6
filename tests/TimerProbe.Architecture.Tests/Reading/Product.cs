using System.Xml.Linq;

namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>The projects under src: their files and what they were compiled to.</summary>
internal static class Product
{
    public static IReadOnlyList<string> Names { get; } =
        [.. Folders.Select(folder => Path.GetFileName(folder)["TimerProbe.".Length..]).Order(StringComparer.Ordinal)];

    /// <summary>The module for PowerShell is scripts.</summary>
    public static IEnumerable<string> Folders =>
        Directory.GetDirectories(Repository.Path("src")).Where(folder => File.Exists(Path.Combine(folder, $"{Path.GetFileName(folder)}.csproj")));

    public static string Namespace(string name) => $"TimerProbe.{name}";

    public static XDocument Project(string name) => XDocument.Load(Repository.Path("src", $"TimerProbe.{name}", $"TimerProbe.{name}.csproj"));

    /// <summary>The files of a folder in C#, without those that the build makes.</summary>
    public static IEnumerable<string> Sources(params string[] folder) => Directory.EnumerateFiles(Repository.Path(folder), "*.cs", SearchOption.AllDirectories)
        .Where(file => !Path.GetRelativePath(Repository.Path(folder), file).Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin"));

    public static Assembly Compiled(string name) => Assembly.Load(Project(name).Descendants("AssemblyName").SingleOrDefault()?.Value ?? $"TimerProbe.{name}");
}
