using TimerProbe.Cli.Configuration.Json;
using TimerProbe.Core.Names;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>What the readers of a file's sections share.</summary>
/// <param name="file">The file, as it was named.</param>
internal sealed class ReadingContext(string file)
{
    private readonly string _folder = Path.GetDirectoryName(Path.GetFullPath(file)) ?? "";

    /// <summary>The problems so far.</summary>
    public List<ConfigurationProblem> Problems { get; } = [];

    /// <summary>The names each section knows, by the section's path such as <c>vcenters[].filters</c>.</summary>
    public Dictionary<string, IReadOnlyCollection<string>> KnownNames { get; } = new(StringComparer.Ordinal);

    /// <summary>The file, as it was named.</summary>
    public string File => file;

    public void Complain(JsonPlace place, string message) => Problems.Add(new ConfigurationProblem(file, place, PlainText.OneLine(message)));

    /// <summary>A path as it is meant: from the folder of the configuration file, wherever the program was started.</summary>
    public string Resolve(string path) => Path.GetFullPath(path, _folder);
}
