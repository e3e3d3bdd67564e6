using System.Text;
using TimerProbe.Application.Saving;

namespace TimerProbe.Application.Services;

/// <summary>A service of Windows that a program installs of itself.</summary>
public sealed record WindowsServicePlan
{
    /// <summary>Its name for people.</summary>
    public required string DisplayName { get; init; }

    /// <summary>What it does, as a sentence.</summary>
    public required string Description { get; init; }

    /// <summary>The whole path of the program.</summary>
    public required string Executable { get; init; }

    /// <summary>The arguments that make the program this service, whatever else it is told.</summary>
    public required IReadOnlyList<string> Fixed { get; init; }

    /// <summary>The other arguments; no secret is among them.</summary>
    public required IReadOnlyList<string> Arguments { get; init; }

    /// <summary>Whether it was asked for without options: one that is installed then keeps its own.</summary>
    public required bool KeepsInstalled { get; init; }

    /// <summary>The folder that is made for it, which nobody else may open but administrators and the system; null for none.</summary>
    public string? Folder { get; init; }

    /// <summary>A file elsewhere that it has to read; null for none.</summary>
    public string? Reads { get; init; }

    /// <summary>After how long it is started again when it fails; the last counts for all after it.</summary>
    public required IReadOnlyList<TimeSpan> Restarts { get; init; }

    internal string Command => WindowsCommandLine.Of(Executable, [.. Fixed, .. Arguments]);

    internal string Beginning => WindowsCommandLine.Of(Executable, Fixed);
}

/// <summary>A command line as programs of Windows take it apart (CommandLineToArgvW).</summary>
internal static class WindowsCommandLine
{
    /// <param name="executable">The program; quoted whatever it is, since Windows would try each part of a path with spaces.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="UseCaseException">Windows would expand a part of it.</exception>
    public static string Of(string executable, IEnumerable<string> arguments)
    {
        var line = string.Join(' ', arguments.Select(Quoted).Prepend($"\"{executable}\""));
        return !line.Contains('%', StringComparison.Ordinal) ? line
            : throw new UseCaseException(
                Failure.Usage, $"the command of a service cannot contain %, since Windows expands variables there: {line}");
    }

    private static string Quoted(string argument)
    {
        if (argument.Length > 0 && !argument.AsSpan().ContainsAny(" \t\""))
        {
            return argument;
        }

        var quoted = new StringBuilder("\"");
        var backslashes = 0;
        foreach (var character in argument)
        {
            // Backslashes count as such only in front of a quote.
            quoted.Append('\\', character == '"' ? backslashes + 1 : 0).Append(character);
            backslashes = character == '\\' ? backslashes + 1 : 0;
        }

        return quoted.Append('\\', backslashes).Append('"').ToString();
    }
}

/// <summary>Where services of Windows have their files.</summary>
public static class ServicePlaces
{
    /// <summary>The folder of a service, by what it does in a word.</summary>
    public static string FolderOf(string service) =>
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "TimerProbe", service);

    /// <summary>A file or a store for a service, which starts in another folder: a whole path, or a store on a server as it is.</summary>
    public static string Whole(string path) => StoreTargetAttribute.IsShared(path) ? path : Path.GetFullPath(path);
}

/// <summary>The file that this program was started from.</summary>
public static class ThisExecutable
{
    private static readonly string Ending = OperatingSystem.IsWindows() ? ".exe" : "";

    /// <summary>Its whole path; of a program that <c>dotnet</c> runs, the executable beside it.</summary>
    /// <param name="program">The name of that executable, without an ending.</param>
    /// <exception cref="UseCaseException">There is none.</exception>
    public static string Path(string program)
    {
        var path = Environment.ProcessPath ?? "";
        if (System.IO.Path.GetFileNameWithoutExtension(path) is not ("dotnet" or ""))
        {
            return path;
        }

        var beside = System.IO.Path.Combine(AppContext.BaseDirectory, program + Ending);
        return File.Exists(beside)
            ? beside
            : throw new UseCaseException(
                Failure.NotPossible, "a service needs the program as an executable of its own, but dotnet is running this one");
    }
}

/// <summary>Facts as lines of two columns.</summary>
public static class ServiceFacts
{
    private const int Gap = 2;

    /// <summary>Writes a line for each.</summary>
    public static string Write(IReadOnlyCollection<ServiceFact> facts)
    {
        var width = facts.Max(fact => fact.What.Length) + Gap;
        return string.Concat(facts.Select(fact => $"{fact.What.PadRight(width)}{fact.Value}\n"));
    }
}
