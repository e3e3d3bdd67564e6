using System.Text.Json;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands.Sql;

/// <summary>Reads earlier documents about SQL Servers.</summary>
internal static class EarlierRuns
{
    private const long MostBytes = 16 << 20;

    /// <summary>The documents of a file, or of the JSON files in a folder; what is none is told and left out.</summary>
    /// <exception cref="CommandException">Nothing can be read there.</exception>
    public static IReadOnlyList<SqlDocument> Read(string path, Terminal terminal)
    {
        try
        {
            var isFolder = Directory.Exists(path);
            var files = isFolder ? Directory.GetFiles(path, "*.json") : [path];
            return [.. files.Order(StringComparer.Ordinal).Select(file => ReadOne(file, isFolder, terminal)).OfType<SqlDocument>()];
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new CommandException(ExitCode.Usage, $"the earlier documents cannot be read: {unreadable.Message}", unreadable);
        }
    }

    private static SqlDocument? ReadOne(string file, bool amongOthers, Terminal terminal)
    {
        try
        {
            var json = new FileInfo(file).Length <= MostBytes ? File.ReadAllBytes(file) : throw new IOException($"{file} is larger than {MostBytes >> 20} MB");
            return DocumentJson.SchemaOf(json) == SqlDocument.SchemaName ? DocumentJson.ReadSql(json)
                : amongOthers ? null
                : throw new CommandException(ExitCode.Usage, $"'{file}' is no document about a SQL Server");
        }
        catch (JsonException broken)
        {
            terminal.Complain(amongOthers
                ? $"{Path.GetFileName(file)} is no document: {broken.Message}"
                : throw new CommandException(ExitCode.Usage, $"'{file}' is no document about a SQL Server: {broken.Message}", broken));
            return null;
        }
    }
}
