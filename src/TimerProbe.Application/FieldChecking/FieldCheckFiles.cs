using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.Files;

namespace TimerProbe.Application.FieldChecking;

/// <summary>Reads files of field checks, of whoever sent them.</summary>
public sealed class FieldCheckFiles(UseCaseContext context)
{
    /// <summary>Whether a file could not be read.</summary>
    public bool IsPartial { get; private set; }

    /// <summary>
    /// The files, and the *.json of folders; what cannot be read is complained of, and one that was given twice counts once.
    /// </summary>
    /// <exception cref="UseCaseException">None could be read.</exception>
    public IReadOnlyList<FieldCheckDocument> Read(IReadOnlyList<string> paths, CancellationToken cancel)
    {
        var documents = new Dictionary<Guid, FieldCheckDocument>();
        foreach (var path in paths.SelectMany(FilesOf).Take(FileLimits.FolderFiles))
        {
            try
            {
                using var file = ExternalFile.Open(path);
                var document = DocumentJson.ReadFieldCheck(ExternalText.ToUtf8(file.Read(FileLimits.OneOfMany, cancel)).Span);
                documents[document.Check.Id] = document;
            }
            catch (Exception refused) when (refused is FileRefusedException or JsonException)
            {
                IsPartial = true;
                context.Dialog.Complain($"{path} is left out: {refused.Message}");
            }
        }

        return documents.Count > 0 ? [.. documents.Values] : throw new UseCaseException(Failure.NoTarget, "no file could be read");
    }

    private static IEnumerable<string> FilesOf(string path) =>
        Directory.Exists(path) ? Directory.EnumerateFiles(path, "*.json").Order(StringComparer.Ordinal) : [path];
}
