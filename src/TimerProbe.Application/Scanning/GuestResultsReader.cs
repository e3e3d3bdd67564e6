using System.Text.Json;

namespace TimerProbe.Application.Scanning;

internal static class GuestResultsReader
{
    /// <summary>
    /// The documents below a folder, and a sentence for each JSON file that is not one, and for what the deadline left unread.
    /// </summary>
    /// <exception cref="UseCaseException">The folder cannot be read.</exception>
    public static Task<(IReadOnlyList<CheckDocument> Documents, IReadOnlyList<Problem> Problems)> ReadAsync(
        string folder, CancellationToken deadline, CancellationToken cancellationToken)
    {
        return FolderReading.ReadAsync<CheckDocument>(
            folder,
            file => Path.GetExtension(file).Equals(".json", StringComparison.OrdinalIgnoreCase),
            "guests' results",
            (ProblemCode.ResultsCapped, "files of guests' results"),
            ReadAllAsync,
            deadline,
            cancellationToken);

        async Task ReadAllAsync(IEnumerable<string> files, List<CheckDocument> documents, List<Problem> problems, CancellationToken either)
        {
            var left = FileLimits.Folder;
            foreach (var file in files)
            {
                var name = Path.GetRelativePath(folder, file);
                try
                {
                    var json = ExternalText.ToUtf8(await ExternalFile.ReadAsync(file, (int)Math.Min(FileLimits.OneOfMany, left), either));
                    documents.Add(DocumentJson.Read<CheckDocument>(json.Span));
                    left -= json.Length;
                }
                catch (JsonException ex)
                {
                    problems.Add(Unread($"{ProblemArgument.File(name)} is not a check document: {ProblemArgument.Words(ex.Message)}"));
                }
                catch (FileRefusedException ex)
                {
                    problems.Add(Unread($"{ProblemArgument.File(name)} cannot be read: {ProblemArgument.Words(ex.Message)}"));
                }
            }
        }
    }

    private static Problem Unread(Wording why) => Problem.Create(ProblemCode.ResultUnread, why);
}
