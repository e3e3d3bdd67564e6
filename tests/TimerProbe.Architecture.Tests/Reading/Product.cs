using System.Reflection;
using System.Xml.Linq;

namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>The projects under src: their files and what they were compiled to.</summary>
internal static class Product
{
    public static IReadOnlyList<string> Names { get; } =
        [.. Directory.GetDirectories(Repository.Path("src")).Select(folder => Path.GetFileName(folder)["TimerProbe.".Length..]).Order(StringComparer.Ordinal)];

    public static string Namespace(string name) => $"TimerProbe.{name}";

    public static XDocument Project(string name) => XDocument.Load(Repository.Path("src", $"TimerProbe.{name}", $"TimerProbe.{name}.csproj"));

    public static Assembly Compiled(string name) => Assembly.Load(Project(name).Descendants("AssemblyName").SingleOrDefault()?.Value ?? $"TimerProbe.{name}");
}
