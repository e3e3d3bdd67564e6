using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.Files;

namespace TimerProbe.Application.SqlRunning;

/// <summary>Reads earlier documents about SQL Servers.</summary>
internal static class EarlierRuns
{
    /// <summary>The documents of a file, or of the JSON files in a folder; what is none is told and left out.</summary>
    /// <exception cref="UseCaseException">Nothing can be read there.</exception>
    public static async Task<IReadOnlyList<SqlDocument>> ReadAsync(string path, IDialog dialog, CancellationToken cancel)
    {
        try
        {
            if (!Directory.Exists(path))
            {
                return [(await ReadOneAsync(path, FileLimits.OneOfMany, cancel)).Document];
            }

            return await ReadFolderAsync(path, dialog, cancel);
        }
        catch (JsonException broken)
        {
            throw new UseCaseException(Failure.Usage, $"'{path}' is not a SQL Server document: {broken.Message}", broken);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(Failure.Usage, $"the earlier documents cannot be read: '{path}': {unreadable.Message}", unreadable);
        }
    }

    private static async Task<IReadOnlyList<SqlDocument>> ReadFolderAsync(string folder, IDialog dialog, CancellationToken cancel)
    {
        var documents = new List<SqlDocument>();
        var left = FileLimits.Folder;
        foreach (var file in Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Take(FileLimits.FolderFiles))
        {
            try
            {
                var (document, length) = await ReadOneAsync(file, (int)Math.Min(FileLimits.OneOfMany, left), cancel);
                left -= length;
                documents.Add(document);
            }
            catch (OtherKindException)
            {
                // A folder may hold documents of other commands.
            }
            catch (JsonException broken)
            {
                dialog.Complain($"{Path.GetFileName(file)} is not a document: {broken.Message}");
            }
            catch (FileRefusedException unreadable)
            {
                dialog.Complain($"{Path.GetFileName(file)} cannot be read: {unreadable.Message}");
            }
        }

        return documents;
    }

    private static async Task<(SqlDocument Document, int Length)> ReadOneAsync(string file, int most, CancellationToken cancel)
    {
        var json = ExternalText.ToUtf8(await ExternalFile.ReadAsync(file, most, cancel));
        return (DocumentJson.Read<SqlDocument>(json.Span), json.Length);
    }
}
