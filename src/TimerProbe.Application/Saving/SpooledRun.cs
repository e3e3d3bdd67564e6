using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using TimerProbe.Files;

namespace TimerProbe.Application.Saving;

/// <summary>A run that waits: its file, and what the name of that says.</summary>
internal sealed partial record SpooledRun(string Path, string Kind, bool Tells)
{
    /// <summary>The file's name: the runs by it are in the order of time.</summary>
    public string Name => System.IO.Path.GetFileName(Path);

    /// <summary>Its bytes; 0 for what is gone or no file.</summary>
    public long Length => File.Exists(Path) ? new FileInfo(Path).Length : 0;

    public static string NameOf(RunResult result, bool tells) =>
        string.Create(CultureInfo.InvariantCulture, $"{result.Id:D}.{result.Kind}{(tells ? ".alerts" : "")}.json");

    /// <summary>What a file's name says; null when it is no name of a run.</summary>
    public static SpooledRun? Parse(string path) => Form().Match(System.IO.Path.GetFileName(path)) is { Success: true } form
        ? new SpooledRun(path, form.Groups["kind"].Value, form.Groups["alerts"].Success)
        : null;

    /// <summary>Reads the run.</summary>
    /// <exception cref="FileRefusedException">It cannot be read, or is none.</exception>
    public RunResult Read(CancellationToken cancel)
    {
        try
        {
            return RunResult.Read(Kind, ExternalFile.Read(Path, FileLimits.Document, cancel));
        }
        catch (JsonException torn)
        {
            throw new FileRefusedException($"it is no saved run: {torn.Message}", torn);
        }
    }

    /// <summary>Removes it, once it is saved; whether it was there.</summary>
    public bool Remove()
    {
        try
        {
            var isThere = File.Exists(Path);
            File.Delete(Path);
            return isThere;
        }
        catch (Exception held) when (held is IOException or UnauthorizedAccessException)
        {
            // It is saved again, which does nothing.
            return false;
        }
    }

    [GeneratedRegex(@"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?<kind>check|sql|scan|watch|failure)(?<alerts>\.alerts)?\.json$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Form();
}
