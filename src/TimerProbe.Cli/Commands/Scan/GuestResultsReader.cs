using System.IO.Enumeration;
using System.Text.Json;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands.Scan;

/// <summary>Reads the check documents of a folder.</summary>
internal static class GuestResultsReader
{
    private const long MostBytes = 16 << 20;

    /// <summary>The documents below a folder, and a sentence for each JSON file that is none.</summary>
    /// <exception cref="CommandException">The folder cannot be read.</exception>
    public static (IReadOnlyList<CheckDocument> Documents, IReadOnlyList<string> Problems) Read(string folder)
    {
        var documents = new List<CheckDocument>();
        var problems = new List<string>();
        foreach (var file in Files(folder))
        {
            var name = Path.GetRelativePath(folder, file);
            try
            {
                documents.Add(ReadOne(file));
            }
            catch (JsonException broken)
            {
                problems.Add($"{name} is no check document: {broken.Message}");
            }
            catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
            {
                problems.Add($"{name} cannot be read: {unreadable.Message}");
            }
        }

        return (documents, problems);
    }

    private static string[] Files(string folder)
    {
        try
        {
            return [.. Enumerated(folder).Order(StringComparer.Ordinal)];
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new CommandException(ExitCode.Usage, $"the guests' results cannot be read: {unreadable.Message}", unreadable);
        }
    }

    /// <summary>A link to a folder is not followed: one to a folder above would go in circles.</summary>
    private static FileSystemEnumerable<string> Enumerated(string folder) => new(
        folder,
        (ref FileSystemEntry entry) => entry.ToFullPath(),
        new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.None })
    {
        ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory && Path.GetExtension(entry.FileName).Equals(".json", StringComparison.OrdinalIgnoreCase),
        ShouldRecursePredicate = (ref FileSystemEntry entry) => !entry.Attributes.HasFlag(FileAttributes.ReparsePoint),
    };

    private static CheckDocument ReadOne(string file)
    {
        if (new FileInfo(file).Length > MostBytes)
        {
            throw new JsonException($"it is larger than {MostBytes >> 20} MB");
        }

        var json = File.ReadAllBytes(file);
        return DocumentJson.SchemaOf(json) is var schema && schema == CheckDocument.SchemaName
            ? DocumentJson.ReadCheck(json)
            : throw new JsonException(schema is null ? "it names no schema" : $"it is a {schema}");
    }
}
