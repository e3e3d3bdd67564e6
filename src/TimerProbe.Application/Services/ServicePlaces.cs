using TimerProbe.Application.Saving;

namespace TimerProbe.Application.Services;

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
