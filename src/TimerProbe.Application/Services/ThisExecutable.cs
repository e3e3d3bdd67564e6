namespace TimerProbe.Application.Services;

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
